package dev.takt.load.engine.summary;

import dev.takt.record.LatencyHistogram;

/// Whether the beginning of a run was slower than the rest, as it is where the target's code is not
/// compiled yet, or its caches and connections are cold.
final class StartEffect {

  /// What to do about it.
  static final String HINT = "the slowest operations were in the first second: try --warmup 3s";

  /// One in this number of operations is slow.
  private static final long SLOW_ONE_IN = 100;

  /// Fewer slow operations can be at the beginning by chance.
  private static final long MIN_SLOW = 10;

  /// A larger part of the run is not its beginning.
  private static final double MAX_PART = 0.2;

  /// From this share of the slow operations on, the beginning made the highest percentiles.
  private static final double MIN_SHARE = 0.5;

  private StartEffect() {}

  /// Whether most of the slowest 1 % of the operations were at the beginning. Operations that took
  /// as long as the fastest of these are as slow: the times of a cold target can all be the same.
  ///
  /// @param beginning the times of operations that ended in the first second
  /// @param all those of all operations, these included
  static boolean isClear(LatencyHistogram beginning, LatencyHistogram all) {
    long total = all.totalCount();
    long slowest = total / SLOW_ONE_IN;
    if (slowest < MIN_SLOW) {
      return false;
    }
    // Half a rank above that of the slowest one of the others.
    long limit = all.valueAtPercentile(100.0 * (total - slowest + 0.5) / total);
    return beginning.totalCount() <= MAX_PART * total
        && beginning.countFrom(limit) >= MIN_SHARE * all.countFrom(limit);
  }
}
