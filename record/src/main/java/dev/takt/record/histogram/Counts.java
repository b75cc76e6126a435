package dev.takt.record.histogram;

import java.util.Arrays;

/// How many values fell into each slot of a [Layout]: a histogram, or a sum of histograms.
///
/// It takes only the memory that its highest value needs. Not thread-safe.
public final class Counts {

  private static final int EMPTY_AT_ONCE = 8;

  private final Layout layout;
  private long[] slots;
  private long total;
  private int buckets;

  /// No counts yet.
  public Counts(Layout layout) {
    this.layout = layout;
    this.slots = new long[1 << layout.halfBits()];
  }

  /// Which values share a slot.
  public Layout layout() {
    return layout;
  }

  /// How many values were counted.
  public long total() {
    return total;
  }

  /// The greatest value, as the upper end of its slot; 0 if there are none.
  public double max() {
    int used = usedLength();
    return used == 0 ? 0 : layout.highest(used - 1);
  }

  /// How many slots there may be counts in; all further ones have none.
  public int length() {
    return slots.length;
  }

  /// How many values fell into a slot.
  ///
  /// @param slot not negative; slots beyond [#length] have no values
  public long at(int slot) {
    return slot < slots.length ? slots[slot] : 0;
  }

  /// The next slot that values fell into. Where most slots are empty, this is far quicker than to
  /// ask for one after the other.
  ///
  /// @param from the first one that is meant; not negative
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

  /// Counts more values of one slot.
  ///
  /// @param slot below [Layout#slots]
  /// @throws ArithmeticException if there are more than 2^63 - 1 values; then nothing was changed
  public void add(int slot, long count) {
    long sum = Math.addExact(total, count);
    ensureLength(slot);
    slots[slot] += count;
    total = sum;
  }

  /// Counts all values of other counts too.
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

  /// Forgets all counts.
  public void clear() {
    if (total != 0) {
      Arrays.fill(slots, 0);
    }
    total = 0;
    buckets = 0;
  }

  /// Takes the memory for slots up to this one, and no more: [#record] takes some for later as
  /// well. Adding to any of these slots then needs none.
  ///
  /// @param slot below [Layout#slots]
  /// @throws OutOfMemoryError if there is not so much; then nothing was changed
  public void reserve(int slot) {
    if (slot >= slots.length) {
      slots = Arrays.copyOf(slots, roundedUp(slot + 1));
    }
  }

  /// Tells that the histograms that these counts go to reach up to a value at least.
  ///
  /// @param value not negative
  public void coverUpTo(long value) {
    coverBuckets(layout.bucketsFor(value));
  }

  /// Tells of how many buckets the histograms are made that these counts come from or go to, which
  /// may be more than their values need.
  public void coverBuckets(int atLeast) {
    buckets = Math.max(buckets, atLeast);
  }

  /// The slots up to the last one with a value.
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

  /// How many buckets the histograms had that were added, or that the values need.
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
