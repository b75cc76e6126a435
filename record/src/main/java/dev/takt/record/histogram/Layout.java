package dev.takt.record.histogram;

/// The bucket layout of an HdrHistogram (Gil Tene). It defines which values share a slot.
///
/// The first bucket has 2^k slots of one unit each, where k follows from the significant digits.
/// Every further bucket covers twice the range of the one before. Its upper half has its own slots,
/// each twice as wide as those before. A slot is thus never wider than its values divided by
/// 10^digits. Layouts with the same unit and digits have the same slots, whatever range they were
/// created for.
///
/// @param significantDigits decimal digits kept of each value, 0 to 5
/// @param unitMagnitude a unit is 2^unitMagnitude; never negative if values are integers
/// @param fractional whether values are doubles (HdrHistogram's `DoubleHistogram`)
public record Layout(int significantDigits, int unitMagnitude, boolean fractional) {

  private static final int MAX_DIGITS = 5;

  /// The binary logarithm of half the number of slots of the first bucket, by significant digits.
  private static final int[] HALF_BITS = {0, 4, 7, 10, 14, 17};

  private static final int VALUE_BITS = 63;
  private static final int MAX_EXPONENT = 960;

  /// Integers in nanoseconds or any other unit, to three digits. Most tools write this layout, and
  /// Takt uses it for latencies.
  public static final Layout THREE_DIGITS = new Layout(3, 0, false);

  /// @throws IllegalArgumentException if no histogram has such a layout
  public Layout {
    if (significantDigits < 0 || significantDigits > MAX_DIGITS) {
      throw new IllegalArgumentException(
          "a histogram has 0 to 5 significant digits, not " + significantDigits);
    }
    int lowest = fractional ? -MAX_EXPONENT : 0;
    int highest = fractional ? MAX_EXPONENT : VALUE_BITS - 2 - HALF_BITS[significantDigits];
    if (unitMagnitude < lowest || unitMagnitude > highest) {
      throw new IllegalArgumentException("a histogram cannot have a unit of 2^" + unitMagnitude);
    }
  }

  /// The layout of integers with a given lowest value that is distinguished from 0.
  ///
  /// @param lowestDiscernible at least 1
  /// @throws IllegalArgumentException if no histogram has such a layout
  public static Layout ofIntegers(long lowestDiscernible, int significantDigits) {
    if (lowestDiscernible < 1) {
      throw new IllegalArgumentException(
          "the lowest discernible value is " + lowestDiscernible + ", not positive");
    }
    return new Layout(
        significantDigits, VALUE_BITS - Long.numberOfLeadingZeros(lowestDiscernible), false);
  }

  int halfBits() {
    return HALF_BITS[significantDigits];
  }

  /// The number of slots for the values from 0 to the highest possible one.
  public int slots() {
    int buckets = VALUE_BITS - (fractional ? 0 : unitMagnitude) - halfBits();
    return (buckets + 1) << halfBits();
  }

  /// The number of buckets that cover the values from 0 to a given one, as HdrHistogram counts
  /// them.
  ///
  /// @param value not negative
  int bucketsFor(long value) {
    int firstBucketBits = halfBits() + 1 + (fractional ? 0 : unitMagnitude);
    return 1 + Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - firstBucketBits);
  }

  /// The slot of an integer value.
  ///
  /// @param value not negative
  public int slotOf(long value) {
    long units = fractional ? value : value >>> unitMagnitude;
    int firstBucketBits = halfBits() + 1;
    int bucket =
        Long.SIZE
            - firstBucketBits
            - Long.numberOfLeadingZeros(units | (1L << firstBucketBits) - 1);
    return (bucket << halfBits()) + (int) (units >>> bucket);
  }

  private int bucketOf(int slot) {
    return Math.max(0, (slot >> halfBits()) - 1);
  }

  /// The smallest integer of a slot; for doubles, before scaling.
  long lowestInteger(int slot) {
    int bucket = bucketOf(slot);
    long units = (long) (slot - (bucket << halfBits())) << bucket;
    return fractional ? units : units << unitMagnitude;
  }

  long width(int slot) {
    return 1L << (bucketOf(slot) + (fractional ? 0 : unitMagnitude));
  }

  long highestInteger(int slot) {
    return lowestInteger(slot) + (width(slot) - 1);
  }

  /// The smallest value of a slot.
  public double lowest(int slot) {
    return scaled(lowestInteger(slot));
  }

  /// The greatest value of a slot. Percentiles are reported as this value.
  public double highest(int slot) {
    return scaled(highestInteger(slot));
  }

  /// The value in the middle of a slot. Means are computed from it.
  public double middle(int slot) {
    return scaled(lowestInteger(slot) + (width(slot) >> 1));
  }

  private double scaled(long integer) {
    return fractional ? Math.scalb((double) integer, unitMagnitude) : integer;
  }
}
