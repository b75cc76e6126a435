package dev.takt.metrics;

/// The buckets of a classic Prometheus histogram, from 100 µs to 60 s.
///
/// A histogram slot that straddles a bound is counted above it, so a bucket never holds a value
/// that is larger than its bound.
final class ClassicBuckets {

  private static final double[] BOUNDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    30, 60
  };

  private static final double NANOS = 1e9;

  private ClassicBuckets() {}

  /// The upper bounds in seconds, inclusive, ascending; without the last one, which is infinite.
  static double[] bounds() {
    return BOUNDS.clone();
  }

  /// The cumulative counts: for each bound, how many values are at most that large.
  static long[] cumulative(SparseHistogram slots) {
    long[] result = new long[BOUNDS.length];
    int slot = 0;
    long seen = 0;
    for (int i = 0; i < BOUNDS.length; i++) {
      long bound = Math.round(BOUNDS[i] * NANOS);
      while (slot < slots.size() && slots.end(slot) <= bound) {
        seen += slots.count(slot++);
      }
      result[i] = seen;
    }
    return result;
  }
}
