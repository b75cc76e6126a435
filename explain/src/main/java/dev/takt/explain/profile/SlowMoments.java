package dev.takt.explain.profile;

import dev.takt.explain.trace.Operations;
import dev.takt.runs.time.IntervalSet;
import java.util.Arrays;
import java.util.stream.IntStream;

/// The moments in which at least one slow operation was in flight: the union of their intervals
/// from start to end. On the run's clock; immutable.
public final class SlowMoments {

  /// No slow moments, and no limit.
  public static final SlowMoments NONE = new SlowMoments(IntervalSet.EMPTY, 0, new Limit(0, ""));

  private final IntervalSet intervals;
  private final int operations;
  private final Limit limit;

  private SlowMoments(IntervalSet intervals, int operations, Limit limit) {
    this.intervals = intervals;
    this.operations = operations;
    this.limit = limit;
  }

  /// The response time above which an operation is slow.
  ///
  /// @param origin its origin, for people: `the run's p99`
  public record Limit(long nanos, String origin) {}

  /// The slow moments of all operations, in any final state, with a response time above a limit.
  public static SlowMoments of(Operations operations, Limit limit) {
    int[] slow =
        IntStream.range(0, operations.size())
            .filter(each -> operations.response(each) > limit.nanos())
            .toArray();
    return new SlowMoments(
        IntervalSet.union(
            Arrays.stream(slow).mapToLong(operations::start).toArray(),
            Arrays.stream(slow).mapToLong(operations::end).toArray()),
        slow.length,
        limit);
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

  public Limit limit() {
    return limit;
  }

  /// The number of intervals in the union.
  public int intervals() {
    return intervals.size();
  }

  /// Whether a moment is slow; both ends of an interval are inclusive.
  public boolean contains(long nanoTime) {
    return intervals.contains(nanoTime);
  }

  /// Their total length between two moments.
  public long nanosBetween(long from, long to) {
    return intervals.overlap(from, to);
  }

  /// The last slow moment.
  ///
  /// @param otherwise the result if there is none
  long last(long otherwise) {
    return intervals.size() == 0 ? otherwise : intervals.end(intervals.size() - 1);
  }
}
