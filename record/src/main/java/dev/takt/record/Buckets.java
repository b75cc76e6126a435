package dev.takt.record;

/// The bucket layout of an HdrHistogram with a lowest discernible value of 1 and three significant
/// digits (Gil Tene): 2048 linear sub-buckets, and for each further power of two the upper 1024 of
/// them again, each twice as wide.
///
/// Values from 0 to [#HIGHEST_VALUE] have a bucket. The layout is fixed, so the index of a value is
/// a shift and two additions, and any two histograms can be added slot by slot.
final class Buckets {

  /// Significant decimal digits that are kept of each value.
  static final int SIGNIFICANT_DIGITS = 3;

  private static final int SUB_BUCKET_BITS = 11;
  private static final int HALF_BITS = SUB_BUCKET_BITS - 1;
  static final int HALF_COUNT = 1 << HALF_BITS;
  private static final long SUB_BUCKET_MASK = (1L << SUB_BUCKET_BITS) - 1;

  /// 2^47 ns is 39 hours: longer than any wait that a run could see, and only 304 KiB of counts.
  private static final int HIGHEST_BITS = 47;

  /// The greatest value with a bucket of its own, in nanoseconds.
  static final long HIGHEST_VALUE = (1L << HIGHEST_BITS) - 1;

  /// How many slots the layout has.
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

  /// The value in the middle of a slot, by which HdrHistogram computes means.
  static long medianValueOf(int index) {
    return lowestValueOf(index) + ((1L << bucketOf(index)) >> 1);
  }

  private static int bucketOf(int index) {
    return Math.max(0, (index >> HALF_BITS) - 1);
  }
}
