package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.IntList;
import dev.takt.explain.trace.DurationHistogram;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.ParallelRanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The normal service time of each operation name, which is the median of its completed operations,
/// and the operations that are slow compared with it. Immutable.
public final class Baseline {

  /// A smaller excess is not explained: stalls are recorded from a millisecond on.
  private static final long MIN_EXCESS_NANOS = 500_000;

  /// The initial capacity is for one slow operation in this many.
  private static final int CANDIDATE_DIVISOR = 8;

  private final long[] normal;
  private final int[] slow;

  private Baseline(long[] normal, int[] slow) {
    this.normal = normal;
    this.slow = slow;
  }

  /// Computes the medians and finds the slow operations in one pass. The histograms give the
  /// medians to three digits before; that is enough to select the candidates for slow operations in
  /// the pass that computes the medians to the nanosecond.
  public static Baseline of(Operations operations) {
    int names = operations.names().size();
    Median[] medians = new Median[names];
    for (int name = 0; name < names; name++) {
      medians[name] = Median.around(operations.durations().completed(name));
    }
    long[] least = Arrays.stream(medians).mapToLong(each -> slowLimit(each.low)).toArray();
    List<IntList> mayBeSlow = new ArrayList<>();
    for (Pass pass :
        ParallelRanges.map(
            operations.size(), (from, to) -> pass(operations, medians, least, from, to))) {
      for (int name = 0; name < names; name++) {
        medians[name].add(pass.medians[name]);
      }
      mayBeSlow.add(pass.candidates);
    }
    long[] normal = Arrays.stream(medians).mapToLong(Median::get).toArray();
    return new Baseline(normal, slow(operations, normal, mayBeSlow));
  }

  /// The result of the pass over a range of operations.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Pass(Median[] medians, IntList candidates) {}

  private static Pass pass(
      Operations operations, Median[] medians, long[] least, int from, int to) {
    Median[] counted = Arrays.stream(medians).map(Median::empty).toArray(Median[]::new);
    IntList mayBeSlow = new IntList((to - from) / CANDIDATE_DIVISOR);
    for (int i = from; i < to; i++) {
      int name = operations.name(i);
      if (operations.isCompleted(i)) {
        counted[name].add(operations.service(i));
      }
      if (operations.response(i) > least[name]) {
        mayBeSlow.add(i);
      }
    }
    return new Pass(counted, mayBeSlow);
  }

  private static int[] slow(Operations operations, long[] normal, List<IntList> mayBeSlow) {
    int[] slow = new int[mayBeSlow.stream().mapToInt(IntList::size).sum()];
    int size = 0;
    for (IntList some : mayBeSlow) {
      for (int each = 0; each < some.size(); each++) {
        int i = some.get(each);
        if (operations.response(i) > slowLimit(normal[operations.name(i)])) {
          slow[size++] = i;
        }
      }
    }
    return size == slow.length ? slow : Arrays.copyOf(slow, size);
  }

  /// The response time above which an operation is slow: the excess is more than the normal time
  /// and more than half a millisecond.
  private static long slowLimit(long normal) {
    return normal + Math.max(normal, MIN_EXCESS_NANOS);
  }

  /// Computes a median to the nanosecond: a histogram gives its approximate value, and a pass over
  /// the values counts each value near it.
  private static final class Median {

    /// A PARTS-th of the value is wider than a slot of a histogram with three digits.
    private static final int RANGE_DIVISOR = 500;

    private static final int MAX_COUNTED = 1 << 22;

    /// 39 hours: the median is clamped to this.
    private static final long MAX_NANOS = (1L << 47) - 1;

    private final long high;
    private final long low;
    private final long rank;
    private final int[] counts;
    private long below;

    private Median(long high, long rank) {
      this.high = high;
      this.rank = rank;
      low = Math.max(0, high - high / RANGE_DIVISOR);
      long width = high - low + 1;
      counts = width > MAX_COUNTED ? new int[0] : new int[(int) width];
    }

    static Median around(DurationHistogram values) {
      long rank = (values.total() + 1) / 2;
      return new Median(Math.min(MAX_NANOS, values.highestAt(rank)), Math.max(1, rank));
    }

    /// An empty counter for the same range.
    Median empty() {
      return new Median(high, rank);
    }

    /// Adds another's counts.
    void add(Median other) {
      below += other.below;
      for (int i = 0; i < counts.length; i++) {
        counts[i] += other.counts[i];
      }
    }

    void add(long value) {
      if (value < low) {
        below++;
      } else if (value - low < counts.length) {
        counts[(int) (value - low)]++;
      }
    }

    long get() {
      long seen = below;
      for (int i = 0; i < counts.length; i++) {
        seen += counts[i];
        if (seen >= rank) {
          return low + i;
        }
      }
      return high;
    }
  }

  /// The normal service time of a name, by its index, in nanoseconds.
  public long normal(int name) {
    return normal[name];
  }

  /// The excess of an operation: its response time minus the normal time, in nanoseconds; at least
  /// 0.
  public long excess(Operations operations, int i) {
    return Math.max(0, operations.response(i) - normal[operations.name(i)]);
  }

  /// The indexes of all slow operations, ascending.
  int[] slowOperations() {
    return slow;
  }
}
