package dev.takt.metrics;

/// The buckets of Prometheus' native histograms and of OpenTelemetry's exponential ones, which are
/// the same: bucket `i` of scale `s` holds the values above `b^(i-1)` and up to `b^i` seconds,
/// where `b = 2^(2^-s)`. So a scale's buckets are pairs of the next finer one's. Values of 0 are
/// apart.
final class ExponentialBuckets {

  /// 2.2 % from bound to bound: finer than a bucket of thousandths can fill evenly would be a comb.
  static final int FINEST = 5;

  /// 9 % from bound to bound.
  static final int COARSEST = 3;

  /// More than so many buckets take a coarser scale: at scale 5, values up to 1024 times the
  /// smallest fit.
  static final int MOST = 320;

  private static final double NANOS = 1e9;

  private final int scale;
  private final long zeros;
  private final int first;
  private final long[] counts;

  private ExponentialBuckets(int scale, long zeros, int first, long[] counts) {
    this.scale = scale;
    this.zeros = zeros;
    this.first = first;
    this.counts = counts;
  }

  /// At the finest scale at which they are not too many.
  static ExponentialBuckets of(Slots slots) {
    int begin = slots.size() > 0 && slots.end(0) == 0 ? 1 : 0;
    long zeros = begin == 0 ? 0 : slots.count(0);
    int last = slots.size() - 1;
    if (last < begin) {
      return new ExponentialBuckets(FINEST, zeros, 0, new long[0]);
    }
    int scale = FINEST;
    while (scale > COARSEST
        && index(slots.end(last), scale) - index(slots.end(begin), scale) >= MOST) {
      scale--;
    }
    int first = index(slots.end(begin), scale);
    long[] counts = new long[index(slots.end(last), scale) - first + 1];
    for (int i = begin; i <= last; i++) {
      counts[index(slots.end(i), scale) - first] += slots.count(i);
    }
    return new ExponentialBuckets(scale, zeros, first, counts);
  }

  /// From 3 to 5; Prometheus says schema.
  int scale() {
    return scale;
  }

  /// How many values are 0.
  long zeros() {
    return zeros;
  }

  /// The index of the first bucket, as Prometheus counts; OpenTelemetry's is lower by 1.
  int first() {
    return first;
  }

  /// How many buckets there are from the first one to the last one with values; 0 if all are 0.
  int size() {
    return counts.length;
  }

  /// How many values the bucket has that is `i` after the first one.
  long count(int i) {
    return counts[i];
  }

  /// The bucket of a value, as Prometheus counts.
  ///
  /// @param nanos more than 0
  static int index(long nanos, int scale) {
    double seconds = nanos / NANOS;
    int exponent = Math.getExponent(seconds);
    double mantissa = Math.scalb(seconds, -exponent);
    int perOctave = 1 << scale;
    // From 1 (included, and the end of a bucket) to 2: the first bound that is not below it.
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

  /// All but the ends of an octave are irrational, so that no whole number of nanoseconds is one.
  private static double bound(int index, int perOctave) {
    return index == 0 ? 1 : index == perOctave ? 2 : Math.pow(2, (double) index / perOctave);
  }
}
