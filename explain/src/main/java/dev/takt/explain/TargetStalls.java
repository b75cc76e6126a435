package dev.takt.explain;

import dev.takt.runs.clock.Moment;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.runs.model.Stall;
import java.util.Optional;

/// Moves stalls that other machines saw to the clock of one machine, by the offset of its clock at
/// the moments of each stall.
///
/// @param clock of the machine, in relation to the clock of the run
/// @param shift what was added to the moments of the machine's operations
record TargetStalls(OffsetBounds clock, long shift) {

  /// Larger errors say nothing.
  private static final long MAX_ERROR_NANOS = Long.MAX_VALUE / 8;

  private static final double LIMIT = OffsetBounds.DEFAULT_LIMIT_PPM * 1e-6;

  /// The part of a stall in which it went on for certain, beside the operations of the machine.
  ///
  /// @param stall on the clock of the run, with the error of that
  /// @return empty if there is none, or if the clock is not known at that time
  Optional<MovedStall> move(Stall stall) {
    Optional<Moment> begin = clock.toTheirs(stall.beginNanoTime());
    Optional<Moment> end = clock.toTheirs(stall.endNanoTime());
    if (begin.isEmpty() || end.isEmpty() || stall.errorNanos() > MAX_ERROR_NANOS) {
      return Optional.empty();
    }
    // The true moment is within the stall's error, in which this clock drifts by the limit.
    long own = stall.errorNanos() + (long) Math.ceil(stall.errorNanos() * LIMIT);
    long error = own + Math.max(begin.get().errorNanos(), end.get().errorNanos());
    long certainBegin = begin.get().nanos() + shift + error;
    long certainEnd = end.get().nanos() + shift - error;
    if (certainEnd - certainBegin <= 0) {
      return Optional.empty();
    }
    Stall.Interval interval = stall.interval();
    Stall certain =
        stall.withInterval(
            new Stall.Interval(certainBegin, certainEnd, 0, interval.source(), interval.machine()));
    return Optional.of(new MovedStall(certain, stall, 2 * error));
  }
}
