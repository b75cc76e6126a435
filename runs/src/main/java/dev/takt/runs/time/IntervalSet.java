package dev.takt.runs.time;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/// Time intervals that do not overlap, in the order of time. Immutable.
public final class IntervalSet {

  /// No interval.
  public static final IntervalSet EMPTY = new IntervalSet(new long[0], new long[0]);

  private final long[] begins;
  private final long[] ends;

  private IntervalSet(long[] begins, long[] ends) {
    this.begins = begins;
    this.ends = ends;
  }

  /// The union of intervals, in any order. Those that overlap or touch become one.
  ///
  /// @param begins the begin of each interval
  /// @param ends the end of each interval, in the same order; not before its begin
  public static IntervalSet union(long[] begins, long[] ends) {
    return merged(begins.clone(), ends.clone());
  }

  /// The union of the intervals of objects, in any order. Those that overlap or touch become one.
  ///
  /// @param begin the begin of an interval
  /// @param end its end; not before its begin
  public static <T> IntervalSet union(List<T> of, ToLongFunction<T> begin, ToLongFunction<T> end) {
    return merged(of.stream().mapToLong(begin).toArray(), of.stream().mapToLong(end).toArray());
  }

  private static IntervalSet merged(long[] sortedBegins, long[] sortedEnds) {
    Arrays.sort(sortedBegins);
    Arrays.sort(sortedEnds);
    int size = 0;
    for (int i = 0; i < sortedBegins.length; i++) {
      // Nothing is open before this begin if as many intervals have ended as have begun.
      if (i == 0 || sortedBegins[i] > sortedEnds[i - 1]) {
        sortedBegins[size++] = sortedBegins[i];
      }
      sortedEnds[size - 1] = sortedEnds[i];
    }
    return new IntervalSet(Arrays.copyOf(sortedBegins, size), Arrays.copyOf(sortedEnds, size));
  }

  /// Intervals that are in order, are not empty and do not overlap. Those that touch stay separate.
  public static IntervalSet ofDisjoint(long[] begins, long[] ends) {
    for (int i = 0; i < begins.length; i++) {
      if (ends[i] <= begins[i] || (i > 0 && begins[i] < ends[i - 1])) {
        throw new IllegalArgumentException("not in order from interval " + i + " on");
      }
    }
    return new IntervalSet(begins.clone(), ends.clone());
  }

  /// The number of intervals.
  public int size() {
    return begins.length;
  }

  public long begin(int index) {
    return begins[index];
  }

  public long end(int index) {
    return ends[index];
  }

  /// Whether a moment is in an interval; both edges are inclusive.
  public boolean contains(long moment) {
    int found = Arrays.binarySearch(begins, moment);
    int index = found >= 0 ? found : -found - 2;
    return index >= 0 && moment <= ends[index];
  }

  /// The index of the first interval that ends after a moment; [#size] if there is none.
  public int firstEndingAfter(long moment) {
    int found = Arrays.binarySearch(ends, moment);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /// The total length of the intervals between two moments.
  public long overlap(long from, long to) {
    long total = 0;
    for (int i = firstEndingAfter(from); i < begins.length && begins[i] < to; i++) {
      total += TimeInterval.overlap(begins[i], ends[i], from, to);
    }
    return total;
  }

  /// What remains of the time between two moments without these intervals.
  public List<TimeInterval> gaps(long from, long to) {
    List<TimeInterval> gaps = new ArrayList<>();
    long at = from;
    for (int i = firstEndingAfter(from); i < begins.length && begins[i] < to; i++) {
      if (begins[i] > at) {
        gaps.add(new TimeInterval(at, begins[i]));
      }
      at = ends[i];
    }
    if (to > at) {
      gaps.add(new TimeInterval(at, to));
    }
    return gaps;
  }
}
