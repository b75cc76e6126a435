package dev.takt.record;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import java.util.Arrays;

/// Counts of latencies in nanoseconds, with three significant digits, from 0 to 39 hours.
///
/// Percentiles, mean, minimum and maximum follow HdrHistogram's definitions to the nanosecond, so
/// Takt and HdrHistogram's tools print the same numbers for the same log.
///
/// Not thread-safe.
public final class LatencyHistogram {

  final long[] counts = new long[Buckets.COUNT];
  private long totalCount;

  /// Slots from this index on are empty. Most slots are for times that no latency reaches.
  private int used;

  /// An empty histogram.
  public LatencyHistogram() {}

  /// Counts one value. Values out of range are counted in the first or last slot.
  public void record(long nanos) {
    record(nanos, 1);
  }

  /// Counts a value `count` times.
  public void record(long nanos, long count) {
    addAt(Buckets.indexOf(nanos), count);
  }

  void addAt(int index, long count) {
    counts[index] += count;
    totalCount += count;
    used = Math.max(used, index + 1);
  }

  /// Adds all counts of another histogram to this one.
  public void add(LatencyHistogram other) {
    if (other.totalCount == 0) {
      return;
    }
    for (int i = 0; i < other.used; i++) {
      counts[i] += other.counts[i];
    }
    totalCount += other.totalCount;
    used = Math.max(used, other.used);
  }

  /// Adds all counts of this histogram to `sums`.
  ///
  /// @param sums must have the layout [Layout#THREE_DIGITS]
  /// @throws IllegalArgumentException if they have another layout
  public void addTo(Counts sums) {
    // The first call of a record's equals links it, which takes 10 ms before the first request.
    if (sums.layout() != Layout.THREE_DIGITS && !sums.layout().equals(Layout.THREE_DIGITS)) {
      throw new IllegalArgumentException("nanoseconds do not fit " + sums.layout());
    }
    for (int i = 0; i < used; i++) {
      if (counts[i] != 0) {
        sums.add(i, counts[i]);
      }
    }
    sums.coverBuckets(Buckets.COUNT / Buckets.HALF_COUNT - 1);
  }

  /// Adds all counts of a log's histogram to this one.
  ///
  /// @param more must have the layout [Layout#THREE_DIGITS]
  /// @throws IllegalArgumentException if they have another layout
  public void add(Counts more) {
    if (!more.layout().equals(Layout.THREE_DIGITS)) {
      throw new IllegalArgumentException(more.layout() + " does not fit nanoseconds");
    }
    for (int i = more.nextUsed(0); i < more.length(); i = more.nextUsed(i + 1)) {
      addAt(Math.min(i, counts.length - 1), more.at(i));
    }
  }

  /// Returns a copy of the counts in the form that logs use.
  public Counts toCounts() {
    Counts copy = new Counts(Layout.THREE_DIGITS);
    addTo(copy);
    return copy;
  }

  /// Clears all counts.
  public void reset() {
    Arrays.fill(counts, 0, used, 0);
    totalCount = 0;
    used = 0;
  }

  /// The number of counted values.
  public long totalCount() {
    return totalCount;
  }

  /// Whether no value was counted.
  public boolean isEmpty() {
    return totalCount == 0;
  }

  /// The smallest value that `percentile` percent of all values do not exceed, as the upper end of
  /// its bucket; 0 if the histogram is empty.
  ///
  /// @param percentile from 0 to 100; values outside this range are clamped
  public long valueAtPercentile(double percentile) {
    if (totalCount == 0) {
      return 0;
    }
    long rank = rankOf(percentile);
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return percentile <= 0 ? Buckets.lowestValueOf(i) : Buckets.highestValueOf(i);
      }
    }
    return max();
  }

  /// HdrHistogram steps down by one ulp first, so that 99.9 % of 1000 is rank 999 despite rounding.
  private long rankOf(double percentile) {
    double requested = Math.min(Math.max(Math.nextDown(percentile), 0.0), 100.0);
    return Math.max(1, (long) Math.ceil(requested * totalCount / 100.0));
  }

  /// The number of values in buckets up to and including that of `nanos`.
  public long countAtOrBelow(long nanos) {
    long sum = 0;
    int end = Math.min(Buckets.indexOf(nanos) + 1, used);
    for (int i = 0; i < end; i++) {
      sum += counts[i];
    }
    return sum;
  }

  /// The number of values in the bucket of `nanos` and in those above it.
  public long countFrom(long nanos) {
    long sum = 0;
    for (int i = Buckets.indexOf(nanos); i < used; i++) {
      sum += counts[i];
    }
    return sum;
  }

  /// The greatest value, as the upper end of its bucket; 0 if the histogram is empty.
  public long max() {
    for (int i = used - 1; i >= 0; i--) {
      if (counts[i] != 0) {
        return Buckets.highestValueOf(i);
      }
    }
    return 0;
  }

  /// The smallest value, as the lower end of its bucket; 0 if the histogram is empty.
  public long min() {
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 0) {
        return Buckets.lowestValueOf(i);
      }
    }
    return 0;
  }

  /// The mean of all values, each taken as the middle of its bucket; 0 if the histogram is empty.
  public double mean() {
    if (totalCount == 0) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < used; i++) {
      if (counts[i] != 0) {
        sum += (double) Buckets.medianValueOf(i) * counts[i];
      }
    }
    return sum / totalCount;
  }
}
