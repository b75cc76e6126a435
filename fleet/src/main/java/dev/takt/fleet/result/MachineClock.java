package dev.takt.fleet.result;

import dev.takt.runs.clock.Moment;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.runs.model.Fleet;

/// Moves moments of a machine's clock to the clock of the run. Where the exchanges do not say how
/// far the two are apart at a moment, the offset at the agreed start is used, with an error that
/// grows by the most that clocks are assumed to drift.
///
/// @param bounds from all exchanges with the machine
/// @param atStart the offset at the agreed start
/// @param agreedStart on the machine's clock
record MachineClock(OffsetBounds bounds, Fleet.Clock atStart, long agreedStart) {

  /// An error that is this large says nothing; more would overflow.
  private static final double MAX_ERROR_NANOS = Long.MAX_VALUE / 8.0;

  /// Where a moment of the machine's clock is on that of the run.
  Moment toRun(long nanoTime) {
    return bounds.toOurs(nanoTime).orElseGet(() -> byStart(nanoTime));
  }

  private Moment byStart(long nanoTime) {
    double drift = OffsetBounds.DEFAULT_LIMIT_PPM * 1e-6 * Math.abs(nanoTime - agreedStart);
    return new Moment(
        nanoTime - atStart.offsetNanos(),
        (long) Math.min(MAX_ERROR_NANOS, Math.ceil(atStart.errorNanos() + drift)));
  }
}
