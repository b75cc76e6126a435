package dev.takt.explain.profile;

import dev.takt.record.ClockAnchor;
import java.time.Instant;
import java.util.List;

/// Turns wall-clock times of a recording into moments on the run's monotonic clock, by the readings
/// of both that `run.json` has: one of the begin and, if the run came to its end, one of that.
/// Between them a straight line is taken.
///
/// That is not as good as what observers have, who read both clocks once a second: if the wall
/// clock was set meanwhile, a moment can be wrong by as much. [#errorNanos] says so. Samples are
/// milliseconds apart, so some microseconds do no harm.
final class RunClock {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /// Between the two readings of a recording's own begin; up to 3.4 µs were seen.
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

  /// How far a moment can be from the truth: all that the wall clock ran away in the run, and how
  /// far readings can be apart.
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
