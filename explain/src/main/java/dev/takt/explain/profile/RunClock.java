package dev.takt.explain.profile;

import dev.takt.record.ClockAnchor;
import java.time.Instant;
import java.util.List;

/// Converts wall-clock times of a recording to the run's monotonic clock, by linear interpolation
/// between the clock anchors in `run.json`: one at the begin and, if the run was complete, one at
/// the end.
///
/// This is less exact than the observers' conversion, which reads both clocks once a second: if the
/// wall clock was set during the run, times can be wrong by that much, see [#errorNanos]. Samples
/// are milliseconds apart, so an error of some microseconds does not matter.
final class RunClock {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /// The maximum error of a recording's own pair of clock readings; up to 3.4 µs were measured.
  private static final long RECORDING_ERROR_NANOS = 5_000;

  private final ClockAnchor first;
  private final ClockAnchor last;

  /// @param anchors at least one
  RunClock(List<ClockAnchor> anchors) {
    first = anchors.getFirst();
    last = anchors.getLast();
  }

  long nanoTime(Instant moment) {
    long epochNanos = moment.getEpochSecond() * NANOS_PER_SECOND + moment.getNano();
    long length = last.epochNanos() - first.epochNanos();
    double way = length <= 0 ? 0 : (double) (epochNanos - first.epochNanos()) / length;
    double part = Math.max(0, Math.min(1, way));
    return epochNanos - offset(first) - Math.round(part * drift());
  }

  /// The maximum error of a conversion: the total drift of the wall clock in the run, plus the
  /// errors of the clock readings.
  long errorNanos() {
    return Math.abs(drift())
        + Math.max(first.errorNanos(), last.errorNanos())
        + RECORDING_ERROR_NANOS;
  }

  private long drift() {
    return offset(last) - offset(first);
  }

  private static long offset(ClockAnchor anchor) {
    return anchor.epochNanos() - anchor.nanoTime();
  }
}
