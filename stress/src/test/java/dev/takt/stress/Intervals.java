package dev.takt.stress;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.RecorderRegistry;

/// Adds up what collected intervals have of two values.
final class Intervals {

  static final long SMALL = 5;
  static final long LARGE = 700_000_000;

  private final RecorderRegistry registry;
  private long small;
  private long large;

  Intervals(RecorderRegistry registry) {
    this.registry = registry;
  }

  /// Collects an interval, and says how many there were of each value so far.
  String collected() {
    registry.collect((tag, interval) -> add(interval));
    return small + "+" + large;
  }

  private void add(LatencyHistogram interval) {
    long upToSmall = interval.countAtOrBelow(SMALL);
    small += upToSmall;
    large += interval.totalCount() - upToSmall;
  }
}
