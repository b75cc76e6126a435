package dev.takt.metrics;

/// Exponential buckets, as in Prometheus native histograms and OpenTelemetry exponential
/// histograms: bucket `i` of scale `s` holds the values above `b^(i-1)` and up to `b^i` seconds,
/// where `b = 2^(2^-s)`. Each bucket of a scale is the union of two neighbours of the next finer
/// scale. Values of 0 are counted separately. Immutable.
final class ExponentialBuckets {

  /// 2.2 % from bound to bound. The recorded slots are up to 0.1 % wide: much finer buckets would
  /// be filled unevenly.
  static final int MAX_SCALE = 5;

  /// 9 % from bound to bound.
  static final int MIN_SCALE = 3;

  /// The maximum number of buckets; a wider range takes a coarser scale. At scale 5, values up to
  /// 1024 times the smallest fit.
  static final int MAX_BUCKETS = 320;

  private static final double NANOS = 1e9;

  private final int scale;
  private final long zeros;
  private final int firstIndex;
  private final long[] counts;

  private ExponentialBuckets(int scale, long zeros, int first, long[] counts) {
    this.scale = scale;
    this.zeros = zeros;
    this.firstIndex = first;
    this.counts = counts;
  }

  /// The buckets at the finest scale that needs at most [#MAX_BUCKETS] of them; at [#MIN_SCALE]
  /// there can be more.
  static ExponentialBuckets of(SparseHistogram slots) {
    int begin = slots.size() > 0 && slots.end(0) == 0 ? 1 : 0;
    long zeros = begin == 0 ? 0 : slots.count(0);
    int last = slots.size() - 1;
    if (last < begin) {
      return new ExponentialBuckets(MAX_SCALE, zeros, 0, new long[0]);
    }
    int scale = MAX_SCALE;
    while (scale > MIN_SCALE
        && index(slots.end(last), scale) - index(slots.end(begin), scale) >= MAX_BUCKETS) {
      scale--;
    }
    int first = index(slots.end(begin), scale);
    long[] counts = new long[index(slots.end(last), scale) - first + 1];
    for (int i = begin; i <= last; i++) {
      counts[index(slots.end(i), scale) - first] += slots.count(i);
    }
    return new ExponentialBuckets(scale, zeros, first, counts);
  }

  /// From 3 to 5; Prometheus calls it schema.
  int scale() {
    return scale;
  }

  /// How many values are 0.
  long zeros() {
    return zeros;
  }

  /// The index of the first bucket in Prometheus' numbering; OpenTelemetry's is lower by 1.
  int firstIndex() {
    return firstIndex;
  }

  /// How many buckets there are, from the first to the last one that has values; 0 if all values
  /// are 0.
  int size() {
    return counts.length;
  }

  /// How many values are in the bucket `i` places after the first one.
  long count(int i) {
    return counts[i];
  }

  /// The index of a value's bucket, in Prometheus' numbering.
  ///
  /// @param nanos more than 0
  static int index(long nanos, int scale) {
    double seconds = nanos / NANOS;
    int exponent = Math.getExponent(seconds);
    double mantissa = Math.scalb(seconds, -exponent);
    int perOctave = 1 << scale;
    // Binary search, in the octave from 1 (inclusive, an upper bound itself) to 2, for the first
    // bound that is at least the mantissa.
    int low = 0;
    int high = perOctave;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bound(middle, perOctave) >= mantissa) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return exponent * perOctave + low;
  }

  /// The upper bound of a bucket within an octave. Bounds other than 1 and 2 are irrational, so no
  /// whole number of nanoseconds falls on one.
  private static double bound(int index, int perOctave) {
    return index == 0 ? 1 : index == perOctave ? 2 : Math.pow(2, (double) index / perOctave);
  }
}
