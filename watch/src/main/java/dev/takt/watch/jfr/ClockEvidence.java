package dev.takt.watch.jfr;

import dev.takt.record.ClockAnchor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is needed to align a recording with the monotonic clock.
///
/// @param anchors paired readings of the machine's monotonic and wall clock; empty if there are
///   none
/// @param uptimeZero the monotonic time from which the JVM counts its uptime: `timenanos` minus
///   `uptimenanos` in its log; null without such a log
public record ClockEvidence(List<ClockAnchor> anchors, @Nullable Long uptimeZero) {

  /// No information: the recording keeps the wall clock of its machine.
  public static final ClockEvidence NONE = new ClockEvidence(List.of(), null);

  /// Copies the list.
  public ClockEvidence {
    anchors = List.copyOf(anchors);
  }
}
