package dev.takt.fleet.coordinator;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import java.util.Arrays;

/// The counts of a histogram of nanoseconds in which only slots with values take memory. A dense
/// histogram takes up to 300 KB, however few values it has. Not thread-safe.
public final class SparseCounts {

  private static final int SLOT_BYTES = Integer.BYTES + Long.BYTES;

  /// The used slots, in ascending order.
  private int[] slots;

  private long[] counts;
  private long total;

  private SparseCounts(int[] slots, long[] counts, long total) {
    this.slots = slots;
    this.counts = counts;
    this.total = total;
  }

  /// The counts of a log's histogram.
  ///
  /// @throws IllegalArgumentException if its layout is not [Layout#THREE_DIGITS]
  public static SparseCounts of(Counts counts) {
    if (!counts.layout().equals(Layout.THREE_DIGITS)) {
      throw new IllegalArgumentException(counts.layout() + " does not fit nanoseconds");
    }
    int used = 0;
    for (int i = counts.nextUsed(0); i < counts.length(); i = counts.nextUsed(i + 1)) {
      used++;
    }
    SparseCounts made = new SparseCounts(new int[used], new long[used], counts.total());
    int at = 0;
    for (int i = counts.nextUsed(0); i < counts.length(); i = counts.nextUsed(i + 1)) {
      made.slots[at] = i;
      made.counts[at++] = counts.at(i);
    }
    return made;
  }

  /// Adds all counts of others.
  void add(SparseCounts more) {
    long sum = Math.addExact(total, more.total);
    int[] mergedSlots = new int[slots.length + more.slots.length];
    long[] mergedCounts = new long[mergedSlots.length];
    int length = 0;
    int i = 0;
    int j = 0;
    while (i < slots.length || j < more.slots.length) {
      int ours = i < slots.length ? slots[i] : Integer.MAX_VALUE;
      int theirs = j < more.slots.length ? more.slots[j] : Integer.MAX_VALUE;
      mergedSlots[length] = Math.min(ours, theirs);
      mergedCounts[length++] =
          (ours <= theirs ? counts[i++] : 0) + (theirs <= ours ? more.counts[j++] : 0);
    }
    slots = Arrays.copyOf(mergedSlots, length);
    counts = Arrays.copyOf(mergedCounts, length);
    total = sum;
  }

  /// The number of values.
  public long total() {
    return total;
  }

  /// Adds all counts to a histogram.
  public void addTo(LatencyHistogram sums) {
    Counts dense = new Counts(Layout.THREE_DIGITS);
    for (int i = 0; i < slots.length; i++) {
      dense.add(slots[i], counts[i]);
    }
    sums.add(dense);
  }

  /// The memory of the slots.
  long bytes() {
    return (long) SLOT_BYTES * slots.length;
  }
}
