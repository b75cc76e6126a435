package dev.takt.watch.jfr;

import dev.takt.record.ClockAnchor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is known of the clocks of a recording's time, to bring the recording onto the monotonic
/// clock.
///
/// @param anchors readings of the monotonic and the wall clock of the machine; empty if nobody took
///   any
/// @param uptimeZero the moment on the monotonic clock from which the JVM counts its uptime, as
///   `timenanos` less `uptimenanos` of its log tells; null if there is no such log
public record ClockEvidence(List<ClockAnchor> anchors, @Nullable Long uptimeZero) {

  /// Nothing is known: the recording keeps the wall clock of its machine.
  public static final ClockEvidence NONE = new ClockEvidence(List.of(), null);

  /// Takes a copy.
  public ClockEvidence {
    anchors = List.copyOf(anchors);
  }
}
