package dev.takt.explain.profile;

import dev.takt.explain.trace.Operations;
import java.util.Arrays;

/// The moments in which at least one slow operation was in flight: the union of their intervals
/// from start to end. On the run's clock; immutable.
public final class SlowMoments {

  /// No slow moments.
  public static final SlowMoments NONE = new SlowMoments(new long[0], new long[0], 0);

  private final long[] begins;
  private final long[] ends;
  private final int operations;

  private SlowMoments(long[] begins, long[] ends, int operations) {
    this.begins = begins;
    this.ends = ends;
    this.operations = operations;
  }

  /// The slow moments of all operations, in any final state, with a response time above a limit.
  public static SlowMoments of(Operations operations, long limitNanos) {
    int count = 0;
    long[][] intervals = new long[operations.size()][];
    for (int i = 0; i < operations.size(); i++) {
      if (operations.response(i) > limitNanos) {
        intervals[count++] = new long[] {operations.start(i), operations.end(i)};
      }
    }
    return union(Arrays.copyOf(intervals, count));
  }

  /// @param intervals pairs of begin and end
  private static SlowMoments union(long[][] intervals) {
    Arrays.sort(intervals, (a, b) -> Long.compare(a[0], b[0]));
    long[] begins = new long[intervals.length];
    long[] ends = new long[intervals.length];
    int count = 0;
    for (long[] each : intervals) {
      if (count > 0 && each[0] <= ends[count - 1]) {
        ends[count - 1] = Math.max(ends[count - 1], each[1]);
      } else {
        begins[count] = each[0];
        ends[count++] = each[1];
      }
    }
    return new SlowMoments(
        Arrays.copyOf(begins, count), Arrays.copyOf(ends, count), intervals.length);
  }

  /// A percentile of the response times; 0 if there are no operations.
  public static long percentile(Operations operations, double percent) {
    int size = operations.size();
    if (size == 0) {
      return 0;
    }
    long[] responses = new long[size];
    for (int i = 0; i < size; i++) {
      responses[i] = operations.response(i);
    }
    Arrays.sort(responses);
    int rank = (int) Math.ceil(percent / 100 * size);
    return responses[Math.max(0, Math.min(size, rank) - 1)];
  }

  /// How many operations were slow.
  public int operations() {
    return operations;
  }

  /// The number of intervals in the union.
  public int intervals() {
    return begins.length;
  }

  /// Whether a moment is slow; both ends of an interval are inclusive.
  public boolean contains(long nanoTime) {
    int found = Arrays.binarySearch(begins, nanoTime);
    int index = found >= 0 ? found : -found - 2;
    return index >= 0 && nanoTime <= ends[index];
  }

  /// Their total length between two moments.
  public long nanosBetween(long from, long to) {
    long total = 0;
    for (int i = 0; i < begins.length; i++) {
      total += Math.max(0, Math.min(ends[i], to) - Math.max(begins[i], from));
    }
    return total;
  }

  /// The last slow moment.
  ///
  /// @param otherwise the result if there is none
  long last(long otherwise) {
    return ends.length == 0 ? otherwise : ends[ends.length - 1];
  }
}
