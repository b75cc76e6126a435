package dev.takt.metrics;

/// The buckets of a classic Prometheus histogram, from 100 µs to 60 s.
///
/// A slot that a bound cuts through is counted above it: what is told to be within a bound was.
final class ClassicBuckets {

  private static final double[] BOUNDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    30, 60
  };

  private static final double NANOS = 1e9;

  private ClassicBuckets() {}

  /// The upper bounds in seconds, each belonging to its bucket; without the last one, which is
  /// infinite.
  static double[] bounds() {
    return BOUNDS.clone();
  }

  /// How many values are within each bound.
  static long[] cumulative(Slots slots) {
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
