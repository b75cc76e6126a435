package dev.takt.explain.trace;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Layout;
import java.util.Arrays;

/// A histogram with a precision of three digits, whose counts can be subtracted again. Not
/// thread-safe while it grows.
public final class DurationHistogram {

  private static final Layout LAYOUT = Layout.THREE_DIGITS;

  /// Values of up to one bit more have slots of their own.
  private static final int HALF_BITS = 10;

  private static final long FIRST_VALUES = (1L << (HALF_BITS + 1)) - 1;
  private static final int MANTISSA_BITS = Double.PRECISION - 1;
  private static final int MIN_EXPONENT = Double.MAX_EXPONENT + HALF_BITS;

  /// Grown on demand: there can be many names, and few values are large.
  private long[] counts = new long[0];

  /// An empty histogram.
  public DurationHistogram() {}

  /// Counts a value. Negative values count as 0.
  public void add(long nanos) {
    add(nanos, 1);
  }

  /// Counts a value several times.
  ///
  /// @param times negative to subtract; the total of a slot may be negative until another histogram
  ///   is added
  public void add(long nanos, long times) {
    int slot = slotOf(nanos < 0 ? 0 : nanos);
    if (slot >= counts.length) {
      grow(slot);
    }
    counts[slot] += times;
  }

  private void grow(int slot) {
    counts = Arrays.copyOf(counts, slot + (slot >> 2) + 1);
  }

  /// The slot of a non-negative value, equal to [Layout#slotOf] for three digits. The magnitude is
  /// taken from the exponent of a double: before C2 compiles this code, counting leading zeros
  /// would take as long as all the rest. A value that the conversion rounds up to the next power of
  /// two is still in the right slot.
  public static int slotOf(long nanos) {
    long bits = Double.doubleToRawLongBits((double) (nanos | FIRST_VALUES));
    int bucket = (int) (bits >>> MANTISSA_BITS) - MIN_EXPONENT;
    return (bucket << HALF_BITS) + (int) (nanos >>> bucket);
  }

  /// The value in the middle of a slot.
  public static long middle(int slot) {
    return (long) LAYOUT.middle(slot);
  }

  /// Adds another histogram.
  public void add(DurationHistogram others) {
    if (others.counts.length > counts.length) {
      counts = Arrays.copyOf(counts, others.counts.length);
    }
    for (int slot = 0; slot < others.counts.length; slot++) {
      counts[slot] += others.counts[slot];
    }
  }

  /// Adds these counts to a histogram.
  public void addTo(LatencyHistogram histogram) {
    for (int slot = 0; slot < counts.length; slot++) {
      if (counts[slot] != 0) {
        histogram.record(middle(slot), counts[slot]);
      }
    }
  }

  /// The number of counted values.
  public long total() {
    return Arrays.stream(counts).sum();
  }

  /// The greatest value in the slot of the value with a rank; 0 if there are fewer values.
  ///
  /// @param rank the rank, starting at 1
  public long highestAt(long rank) {
    long seen = 0;
    for (int slot = 0; slot < counts.length; slot++) {
      seen += counts[slot];
      if (seen >= rank) {
        return (long) LAYOUT.highest(slot);
      }
    }
    return 0;
  }

  private long count(int slot) {
    return slot < counts.length ? counts[slot] : 0;
  }

  /// Maps ranks: for each slot of a subset, the slot with the same relative rank among all other
  /// values; slot 0 if there are no others.
  ///
  /// @param some the subset: its values are all counted here, too
  public int[] mapRanks(DurationHistogram some) {
    long ofThem = some.total();
    double scale = ofThem == 0 ? 0 : (double) (total() - ofThem) / ofThem;
    int[] same = new int[counts.length];
    double before = 0;
    long seen = count(0) - some.count(0);
    int slot = 0;
    for (int each = 0; each < same.length; each++) {
      double rank = (before + some.count(each) / 2.0) * scale;
      while (seen < rank && slot < counts.length - 1) {
        slot++;
        seen += count(slot) - some.count(slot);
      }
      same[each] = slot;
      before += some.count(each);
    }
    return same;
  }
}
