package dev.takt.explain.blame;

import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.Ranges;
import dev.takt.record.LatencyHistogram;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// How long an operation takes when nothing is in its way: the median service time of those of its
/// name that were completed. Immutable.
public final class Baseline {

  /// Less than that above normal is not worth a cause: stalls count from a millisecond on.
  private static final long LEAST_EXCESS_NANOS = 500_000;

  private static final double MEDIAN = 50;

  private final long[] normal;

  private Baseline(long[] normal) {
    this.normal = normal;
  }

  /// Finds out what is normal for each name.
  public static Baseline of(Operations operations) {
    int names = operations.names().size();
    @Nullable LatencyHistogram[] services = new LatencyHistogram[names];
    for (@Nullable LatencyHistogram[] some :
        Ranges.of(operations.size(), (from, to) -> services(operations, from, to))) {
      for (int name = 0; name < names; name++) {
        LatencyHistogram one = some[name];
        LatencyHistogram sum = services[name];
        if (one != null && sum != null) {
          sum.add(one);
        } else if (one != null) {
          services[name] = one;
        }
      }
    }
    Median[] medians = new Median[names];
    for (int name = 0; name < names; name++) {
      medians[name] = Median.near(services[name]);
    }
    for (Median[] some :
        Ranges.of(operations.size(), (from, to) -> count(operations, medians, from, to))) {
      for (int name = 0; name < names; name++) {
        medians[name].add(some[name]);
      }
    }
    return new Baseline(Arrays.stream(medians).mapToLong(Median::get).toArray());
  }

  private static @Nullable LatencyHistogram[] services(Operations operations, int from, int to) {
    @Nullable LatencyHistogram[] services = new LatencyHistogram[operations.names().size()];
    for (int i = from; i < to; i++) {
      if (operations.isCompleted(i)) {
        int name = operations.name(i);
        LatencyHistogram service = services[name];
        if (service == null) {
          service = new LatencyHistogram();
          services[name] = service;
        }
        service.record(operations.service(i));
      }
    }
    return services;
  }

  private static Median[] count(Operations operations, Median[] medians, int from, int to) {
    Median[] counted = Arrays.stream(medians).map(Median::empty).toArray(Median[]::new);
    for (int i = from; i < to; i++) {
      if (operations.isCompleted(i)) {
        counted[operations.name(i)].add(operations.service(i));
      }
    }
    return counted;
  }

  /// The median to the nanosecond: a histogram says near which value it lies, and in a second pass
  /// the values there are counted one by one.
  private static final class Median {

    /// Wider than a bucket of a histogram with three digits.
    private static final int PARTS = 500;

    private static final int MOST_COUNTED = 1 << 22;

    private final long high;
    private final long low;
    private final long rank;
    private final int[] counts;
    private long below;

    private Median(long high, long rank) {
      this.high = high;
      this.rank = rank;
      low = Math.max(0, high - high / PARTS);
      long width = high - low + 1;
      counts = width > MOST_COUNTED ? new int[0] : new int[(int) width];
    }

    static Median near(@Nullable LatencyHistogram values) {
      return values == null
          ? new Median(0, 1)
          : new Median(values.valueAtPercentile(MEDIAN), (values.totalCount() + 1) / 2);
    }

    /// One that has counted nothing yet.
    Median empty() {
      return new Median(high, rank);
    }

    /// What another one has counted.
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

  /// The normal service time of a name, in nanoseconds.
  public long normal(int name) {
    return normal[name];
  }

  /// What an operation took beyond what is normal, in nanoseconds; 0 if it took no longer.
  public long excess(Operations operations, int i) {
    return Math.max(0, operations.response(i) - normal[operations.name(i)]);
  }

  /// The numbers of all that are slow, in their order.
  int[] slowOnes(Operations operations) {
    IntList all = new IntList();
    Ranges.of(operations.size(), (from, to) -> slowOnes(operations, from, to)).forEach(all::addAll);
    return all.toArray();
  }

  private IntList slowOnes(Operations operations, int from, int to) {
    IntList found = new IntList();
    for (int i = from; i < to; i++) {
      if (isSlow(operations, i)) {
        found.add(i);
      }
    }
    return found;
  }

  /// Whether that is enough to ask why: as much again as is normal, and half a millisecond.
  public boolean isSlow(Operations operations, int i) {
    long usual = normal[operations.name(i)];
    return operations.response(i) - usual > Math.max(usual, LEAST_EXCESS_NANOS);
  }
}
