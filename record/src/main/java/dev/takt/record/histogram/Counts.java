package dev.takt.record.histogram;

import java.util.Arrays;

/// The number of values in each slot of a [Layout]: a histogram, or a sum of histograms.
///
/// The array is only as long as the highest value needs. Not thread-safe.
public final class Counts {

  private static final int EMPTY_AT_ONCE = 8;

  private final Layout layout;
  private long[] slots;
  private long total;
  private int buckets;

  /// Creates empty counts.
  public Counts(Layout layout) {
    this.layout = layout;
    this.slots = new long[1 << layout.halfBits()];
  }

  /// The layout, which defines the values that share a slot.
  public Layout layout() {
    return layout;
  }

  /// The number of counted values.
  public long total() {
    return total;
  }

  /// The greatest value, as the upper end of its slot; 0 if there are none.
  public double max() {
    int used = usedLength();
    return used == 0 ? 0 : layout.highest(used - 1);
  }

  /// The number of slots that may have counts; all slots beyond are empty.
  public int length() {
    return slots.length;
  }

  /// The number of values in a slot.
  ///
  /// @param slot not negative; slots beyond [#length] have no values
  public long at(int slot) {
    return slot < slots.length ? slots[slot] : 0;
  }

  /// The next slot that has values. Where most slots are empty, this is far faster than reading
  /// slots one by one.
  ///
  /// @param from the first slot to check; not negative
  /// @return [#length] if there is none
  public int nextUsed(int from) {
    final long[] slots = this.slots;
    int slot = from;
    while (slot < slots.length && slots[slot] == 0) {
      slot++;
      while (slot <= slots.length - EMPTY_AT_ONCE && isEmpty(slots, slot)) {
        slot += EMPTY_AT_ONCE;
      }
    }
    return slot;
  }

  private static boolean isEmpty(long[] slots, int at) {
    return (slots[at]
            | slots[at + 1]
            | slots[at + 2]
            | slots[at + 3]
            | slots[at + 4]
            | slots[at + 5]
            | slots[at + 6]
            | slots[at + 7])
        == 0;
  }

  /// Adds to the count of one slot.
  ///
  /// @param slot below [Layout#slots]
  /// @throws ArithmeticException if there are more than 2^63 - 1 values; then nothing was changed
  public void add(int slot, long count) {
    long sum = Math.addExact(total, count);
    ensureLength(slot);
    slots[slot] += count;
    total = sum;
  }

  /// Adds all counts of another histogram.
  ///
  /// @throws IllegalArgumentException if the layouts differ
  /// @throws ArithmeticException if there are more than 2^63 - 1 values; then nothing was changed
  public void add(Counts other) {
    if (!layout.equals(other.layout)) {
      throw new IllegalArgumentException(other.layout + " cannot be added to " + layout);
    }
    long sum = Math.addExact(total, other.total);
    int length = other.usedLength();
    if (length > 0) {
      ensureLength(length - 1);
    }
    for (int i = 0; i < length; i++) {
      slots[i] += other.slots[i];
    }
    total = sum;
    buckets = Math.max(buckets, other.buckets);
  }

  /// Clears all counts.
  public void clear() {
    if (total != 0) {
      Arrays.fill(slots, 0);
    }
    total = 0;
    buckets = 0;
  }

  /// Allocates memory for the slots up to this one, and no more, while [#add] allocates some in
  /// advance. Adding to any of these slots then needs no allocation.
  ///
  /// @param slot below [Layout#slots]
  /// @throws OutOfMemoryError if there is not enough memory; then nothing was changed
  public void reserve(int slot) {
    if (slot >= slots.length) {
      slots = Arrays.copyOf(slots, roundedUp(slot + 1));
    }
  }

  /// Sets the minimum range of the histograms that these counts are written to.
  ///
  /// @param value that must be in the range; not negative
  public void coverUpTo(long value) {
    coverBuckets(layout.bucketsFor(value));
  }

  /// Sets the minimum number of buckets of the histograms that these counts come from or are
  /// written to. It may be more than their values need.
  public void coverBuckets(int atLeast) {
    buckets = Math.max(buckets, atLeast);
  }

  /// The number of slots up to and including the last one with a value.
  int usedLength() {
    int length = slots.length;
    while (length > 0 && slots[length - 1] == 0) {
      length--;
    }
    return length;
  }

  // ---- for the decoder, which adds slot by slot

  long[] slotsFor(int slot) {
    ensureLength(slot);
    return slots;
  }

  long[] slotsNow() {
    return slots;
  }

  void addTotal(long count) {
    total += count;
  }

  /// The number of buckets of the histograms that were added, or as many as the values need.
  int coveredBuckets() {
    int used = usedLength();
    return used == 0
        ? Math.max(1, buckets)
        : Math.max(buckets, layout.bucketsFor(layout.highestInteger(used - 1)));
  }

  private void ensureLength(int slot) {
    if (slot >= slots.length) {
      reserve(Math.max(slot, Math.min(2 * slots.length, layout.slots()) - 1));
    }
  }

  private int roundedUp(int length) {
    int half = 1 << layout.halfBits();
    return Math.min((length + half - 1) / half * half, layout.slots());
  }
}
