package dev.takt.watch.jfr;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import java.time.Instant;
import jdk.jfr.consumer.RecordedEvent;

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

  /// The interval of a stall between two times of the run's clock; empty if the end is before the
  /// begin.
  default Stall.Interval interval(long begin, long end) {
    return new Stall.Interval(begin, Math.max(begin, end), errorNanos(), source());
  }

  /// The interval of a stall that an event is.
  default Stall.Interval interval(RecordedEvent event) {
    return interval(nanoTime(event.getStartTime()), nanoTime(event.getEndTime()));
  }
}
