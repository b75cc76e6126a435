package dev.takt.load.engine.summary;

import dev.takt.record.LatencyHistogram;

/// Whether the beginning of a run was slower than the rest, as it is where the target's code is not
/// compiled yet, or its caches and connections are cold.
final class StartEffect {

  /// What to do about it.
  static final String HINT = "the slowest operations were in the first second: try --warmup 3s";

  private static final double SLOW_PERCENTILE = 99;

  /// Fewer slow operations can be at the beginning by chance.
  private static final long MIN_SLOW = 10;

  /// A larger part of the run is not its beginning.
  private static final double MAX_PART = 0.2;

  /// From this share of the slow operations on, the beginning made the highest percentiles.
  private static final double MIN_SHARE = 0.5;

  private StartEffect() {}

  /// Whether most of the slowest 1 % of the operations were at the beginning.
  ///
  /// @param beginning the times of operations that ended in the first second
  /// @param all those of all operations, these included
  static boolean isClear(LatencyHistogram beginning, LatencyHistogram all) {
    long limit = all.valueAtPercentile(SLOW_PERCENTILE);
    long slow = above(limit, all);
    return slow >= MIN_SLOW
        && beginning.totalCount() <= MAX_PART * all.totalCount()
        && above(limit, beginning) >= MIN_SHARE * slow;
  }

  private static long above(long limit, LatencyHistogram times) {
    return times.totalCount() - times.countAtOrBelow(limit);
  }
}
