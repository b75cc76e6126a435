package dev.takt.watch.jfr;

import dev.takt.runs.Side;
import java.time.Instant;

/// What handlers need to know of the recording that they read.
public interface RecordingContext {

  /// Whose recording it is.
  Side side();

  /// The name of the [dev.takt.runs.StallSource] that stalls of this recording have.
  String source();

  /// The process that it is of; -1 if that is not known.
  long pid();

  /// How far an event's time, once aligned, can be from the run's clock, in nanoseconds.
  long errorNanos();

  /// A moment as the recording tells it, on the run's monotonic clock.
  long nanoTime(Instant moment);
}
