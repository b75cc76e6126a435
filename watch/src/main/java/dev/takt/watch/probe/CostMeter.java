package dev.takt.watch.probe;

import dev.takt.record.NanoClock;

/// What an operation costs that is too short to be timed alone: it is done many times in a loop,
/// and the loop is timed.
///
/// The loop itself is part of the cost. What the loop computes is kept, so that no compiler can
/// leave the work out.
///
/// Not thread-safe.
final class CostMeter {

  /// Costs are told for so many operations: in nanoseconds, that is picoseconds for each.
  static final int OPERATIONS = 1000;

  private static final int FEWEST = 1000;
  private static final int MOST = 1 << 30;

  /// An operation, done many times.
  interface Loop {
    /// @return anything that depends on all of them
    long run(int times);
  }

  private final NanoClock clock;
  private long kept;

  CostMeter(NanoClock clock) {
    this.clock = clock;
  }

  /// How often an operation can be done in a time, found by doing it; at least a thousand times.
  ///
  /// Doing it until then, again and again, is also what gets it compiled.
  ///
  /// @param warmupNanos for how long it is done at least
  int timesIn(Loop loop, long nanos, long warmupNanos) {
    long begin = clock.nanoTime();
    int times = FEWEST;
    while (true) {
      long from = clock.nanoTime();
      kept += loop.run(times);
      long now = clock.nanoTime();
      long took = Math.max(1, now - from);
      double fitting = Math.clamp((double) times * nanos / took, FEWEST, MOST);
      if (now - begin >= warmupNanos && took >= nanos / 2) {
        return (int) fitting;
      }
      if (fitting <= FEWEST && now - begin >= warmupNanos) {
        return FEWEST;
      }
      // Not at once: the first rounds run in the interpreter, and tell little of those to come.
      times = (int) Math.clamp(fitting, times / 2.0, Math.min(4.0 * times, MOST));
      times = Math.max(FEWEST, times);
    }
  }

  /// Times one round.
  ///
  /// @return what a thousand operations cost, in nanoseconds
  long round(Loop loop, int times) {
    long from = clock.nanoTime();
    long result = loop.run(times);
    long took = clock.nanoTime() - from;
    kept += result;
    return Math.round((double) took * OPERATIONS / times);
  }

  /// What was computed.
  long kept() {
    return kept;
  }
}
