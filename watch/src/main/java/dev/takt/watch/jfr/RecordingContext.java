package dev.takt.watch.jfr;

import dev.takt.runs.model.Side;
import java.time.Instant;

/// Properties of a recording that its event handlers need.
public interface RecordingContext {

  /// The side whose JVM was recorded.
  Side side();

  /// The name of the [dev.takt.runs.model.StallSource] of this recording's stalls.
  String source();

  /// The id of the recorded process; -1 if it is not known.
  long pid();

  /// The maximum error of an aligned time, in nanoseconds.
  long errorNanos();

  /// Converts a time of the recording to the run's monotonic clock.
  long nanoTime(Instant moment);
}
