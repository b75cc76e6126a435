package dev.takt.record;

/// The bucket layout of an HdrHistogram (Gil Tene) with a lowest discernible value of 1 and three
/// significant digits: 2048 linear sub-buckets, then 1024 sub-buckets for each further power of
/// two, each twice as wide as those before.
///
/// Values from 0 to [#HIGHEST_VALUE] have a bucket. The layout is fixed, so the index of a value is
/// a shift and two additions, and any two histograms can be added slot by slot.
final class Buckets {

  /// Significant decimal digits kept of each value.
  static final int SIGNIFICANT_DIGITS = 3;

  private static final int SUB_BUCKET_BITS = 11;
  private static final int HALF_BITS = SUB_BUCKET_BITS - 1;
  static final int HALF_COUNT = 1 << HALF_BITS;
  private static final long SUB_BUCKET_MASK = (1L << SUB_BUCKET_BITS) - 1;

  /// 2^47 ns is 39 hours: longer than any wait in a run. The counts take only 304 KiB.
  private static final int HIGHEST_BITS = 47;

  /// The greatest value with its own bucket, in nanoseconds.
  static final long HIGHEST_VALUE = (1L << HIGHEST_BITS) - 1;

  /// The number of slots of the layout.
  static final int COUNT = (HIGHEST_BITS - SUB_BUCKET_BITS + 2) * HALF_COUNT;

  private Buckets() {}

  /// The slot of a value. Negative values go to slot 0 and values over [#HIGHEST_VALUE] to the last
  /// slot.
  static int indexOf(long value) {
    long clamped = Math.min(Math.max(value, 0), HIGHEST_VALUE);
    int bucket = Long.SIZE - SUB_BUCKET_BITS - Long.numberOfLeadingZeros(clamped | SUB_BUCKET_MASK);
    int subBucket = (int) (clamped >>> bucket);
    return (bucket << HALF_BITS) + subBucket;
  }

  /// The smallest value that falls into a slot.
  static long lowestValueOf(int index) {
    int bucket = bucketOf(index);
    return (long) (index - (bucket << HALF_BITS)) << bucket;
  }

  /// The greatest value that falls into a slot.
  static long highestValueOf(int index) {
    return lowestValueOf(index) + (1L << bucketOf(index)) - 1;
  }

  /// The value in the middle of a slot. HdrHistogram computes means from it.
  static long medianValueOf(int index) {
    return lowestValueOf(index) + ((1L << bucketOf(index)) >> 1);
  }

  private static int bucketOf(int index) {
    return Math.max(0, (index >> HALF_BITS) - 1);
  }
}
