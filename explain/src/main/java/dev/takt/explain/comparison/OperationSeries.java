package dev.takt.explain.comparison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The recorded values and counts of one operation in each interval of a run, in the order of time.
///
/// Immutable; created by a [Builder].
public final class OperationSeries {

  /// The values of one interval: a sparse histogram.
  ///
  /// @param slots the slots that have values, in [dev.takt.record.histogram.Layout#THREE_DIGITS],
  ///   ascending
  /// @param counts the count of each slot
  /// @param values the total number of values
  /// @param completed the number of completed operations
  /// @param errors the number of operations that failed, timed out, were unfinished or never sent
  @SuppressWarnings("ArrayRecordComponent") // never compared, and not handed out
  record IntervalCounts(int[] slots, long[] counts, long values, long completed, long errors) {

    static final IntervalCounts EMPTY = new IntervalCounts(new int[0], new long[0], 0, 0);

    IntervalCounts(int[] slots, long[] counts, long completed, long errors) {
      this(slots, counts, Arrays.stream(counts).sum(), completed, errors);
    }

    /// The sum of this interval and another one.
    IntervalCounts plus(IntervalCounts other) {
      int[] merged = new int[slots.length + other.slots.length];
      long[] sums = new long[merged.length];
      int size = 0;
      int i = 0;
      int j = 0;
      while (i < slots.length || j < other.slots.length) {
        int mine = i < slots.length ? slots[i] : Integer.MAX_VALUE;
        int theirs = j < other.slots.length ? other.slots[j] : Integer.MAX_VALUE;
        merged[size] = Math.min(mine, theirs);
        sums[size] = (mine <= theirs ? counts[i] : 0) + (theirs <= mine ? other.counts[j] : 0);
        i += mine <= theirs ? 1 : 0;
        j += theirs <= mine ? 1 : 0;
        size++;
      }
      return new IntervalCounts(
          Arrays.copyOf(merged, size),
          Arrays.copyOf(sums, size),
          completed + other.completed,
          errors + other.errors);
    }

    /// Whether it has a value in this slot or a higher one.
    boolean reaches(int slot) {
      return slots.length > 0 && slots[slots.length - 1] >= slot;
    }
  }

  private final List<IntervalCounts> intervals;

  private OperationSeries(List<IntervalCounts> intervals) {
    this.intervals = intervals;
  }

  List<IntervalCounts> intervals() {
    return intervals;
  }

  /// How many intervals there are.
  public int size() {
    return intervals.size();
  }

  /// How many values of the measure all intervals have.
  public long values() {
    long sum = 0;
    for (IntervalCounts each : intervals) {
      sum += each.values;
    }
    return sum;
  }

  long completed() {
    return intervals.stream().mapToLong(IntervalCounts::completed).sum();
  }

  long errors() {
    return intervals.stream().mapToLong(IntervalCounts::errors).sum();
  }

  /// The same with groups of neighbouring intervals merged.
  OperationSeries coarser(int neighbours) {
    List<IntervalCounts> merged = new ArrayList<>();
    for (int from = 0; from < intervals.size(); from += neighbours) {
      List<IntervalCounts> part =
          intervals.subList(from, Math.min(from + neighbours, intervals.size()));
      merged.add(part.stream().reduce(IntervalCounts.EMPTY, IntervalCounts::plus));
    }
    return new OperationSeries(merged);
  }

  /// Collects intervals in the order of time. Not thread-safe.
  public static final class Builder {

    private final List<IntervalCounts> cells = new ArrayList<>();

    /// Without any interval.
    public Builder() {}

    /// Adds an interval.
    ///
    /// @param slots the slot of each value of the measure, in
    ///   [dev.takt.record.histogram.Layout#THREE_DIGITS], in any order
    /// @param completed the number of completed operations
    /// @param errors the number of operations that did not complete
    public Builder add(int[] slots, long completed, long errors) {
      int[] sorted = slots.clone();
      Arrays.sort(sorted);
      int[] distinct = new int[sorted.length];
      long[] counts = new long[sorted.length];
      int size = 0;
      for (int slot : sorted) {
        if (size == 0 || distinct[size - 1] != slot) {
          distinct[size++] = slot;
        }
        counts[size - 1]++;
      }
      return add(
          new IntervalCounts(
              Arrays.copyOf(distinct, size), Arrays.copyOf(counts, size), completed, errors));
    }

    Builder add(IntervalCounts cell) {
      cells.add(cell);
      return this;
    }

    /// The series of the added intervals.
    public OperationSeries build() {
      return new OperationSeries(List.copyOf(cells));
    }
  }
}
