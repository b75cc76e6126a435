package dev.takt.record.histogram;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// A sum of histograms for queries: number of values, percentiles, mean.
///
/// If all histograms share a layout, the results equal HdrHistogram's to the last digit. Histograms
/// of several layouts are not converted to a common one: each keeps its slots, so nothing is lost,
/// and a percentile is the upper end of the slot in which it falls.
///
/// Values are in the unit of the histograms. Integers are exact up to 2^53 (in nanoseconds: 104
/// days). Immutable.
public final class Spectrum {

  /// The spectrum without values.
  public static final Spectrum EMPTY = of(List.of());

  private final double[] highest;
  private final double[] middle;
  private final long[] counts;
  private final double min;
  private final long total;
  private final int significantDigits;
  private final int buckets;
  private final int subBuckets;

  private Spectrum(Collection<Counts> parts) {
    int size = 0;
    for (Counts each : parts) {
      size += nonEmpty(each);
    }
    highest = new double[size];
    middle = new double[size];
    counts = new long[size];
    double lowest = Double.POSITIVE_INFINITY;
    int filled = 0;
    long sum = 0;
    for (Counts each : parts) {
      int next = fill(each, filled);
      if (next > filled) {
        lowest = Math.min(lowest, lowestOf(each));
      }
      filled = next;
      sum = Math.addExact(sum, each.total());
    }
    total = sum;
    min = size == 0 ? 0 : lowest;
    // No streams: the agent would load their classes into the target JVM.
    int finest = parts.isEmpty() ? 3 : 0;
    int covered = 1;
    int first = 1;
    for (Counts each : parts) {
      finest = Math.max(finest, each.layout().significantDigits());
      covered = Math.max(covered, each.coveredBuckets());
      first = Math.max(first, 2 << each.layout().halfBits());
    }
    significantDigits = finest;
    buckets = covered;
    subBuckets = first;
    if (parts.size() > 1) {
      sort();
    }
  }

  private static int nonEmpty(Counts part) {
    int size = 0;
    for (int i = part.usedLength() - 1; i >= 0; i--) {
      size += part.at(i) == 0 ? 0 : 1;
    }
    return size;
  }

  private static double lowestOf(Counts part) {
    int slot = 0;
    while (part.at(slot) == 0) {
      slot++;
    }
    return part.layout().lowest(slot);
  }

  private int fill(Counts part, int from) {
    Layout layout = part.layout();
    int length = part.usedLength();
    int next = from;
    for (int i = 0; i < length; i++) {
      long count = part.at(i);
      if (count != 0) {
        highest[next] = layout.highest(i);
        middle[next] = layout.middle(i);
        counts[next] = count;
        next++;
      }
    }
    return next;
  }

  private void sort() {
    Integer[] order = new Integer[counts.length];
    Arrays.setAll(order, i -> i);
    double[] keys = highest.clone();
    Arrays.sort(order, (a, b) -> Double.compare(keys[a], keys[b]));
    double[] middles = middle.clone();
    long[] unsorted = counts.clone();
    for (int i = 0; i < order.length; i++) {
      highest[i] = keys[order[i]];
      middle[i] = middles[order[i]];
      counts[i] = unsorted[order[i]];
    }
  }

  /// Creates the sum of all counts.
  ///
  /// @throws ArithmeticException if there are more than 2^63 - 1 values
  public static Spectrum of(Collection<Counts> parts) {
    return new Spectrum(parts);
  }

  /// Creates the spectrum of one histogram.
  public static Spectrum of(Counts counts) {
    return new Spectrum(List.of(counts));
  }

  /// The number of values.
  public long total() {
    return total;
  }

  /// Whether there are no values.
  public boolean isEmpty() {
    return total == 0;
  }

  /// The number of different values, at the resolution of the layout.
  public int size() {
    return counts.length;
  }

  /// One of the [#size] values, in ascending order: the upper end of its slot.
  public double value(int index) {
    return highest[index];
  }

  /// The number of occurrences of that value.
  public long count(int index) {
    return counts[index];
  }

  /// The smallest value that `percentile` percent of all values do not exceed, as the upper end of
  /// its slot; 0 if there are none.
  ///
  /// @param percentile from 0 to 100; values outside this range are clamped
  public double valueAtPercentile(double percentile) {
    if (total == 0) {
      return 0;
    }
    if (percentile <= 0) {
      return min;
    }
    long rank = rankOf(percentile);
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return highest[i];
      }
    }
    return max();
  }

  /// HdrHistogram steps down by one ulp first, so that 99.9 % of 1000 is rank 999 despite rounding.
  private long rankOf(double percentile) {
    double requested = Math.min(Math.max(Math.nextDown(percentile), 0.0), 100.0);
    return Math.max(1, (long) Math.ceil(requested * total / 100.0));
  }

  /// The number of values that do not exceed the given one, at the resolution of the layout.
  public long countAtOrBelow(double value) {
    long seen = 0;
    for (int i = 0; i < counts.length && highest[i] <= value; i++) {
      seen += counts[i];
    }
    return seen;
  }

  /// The greatest value, as the upper end of its slot; 0 if there are none.
  public double max() {
    return counts.length == 0 ? 0 : highest[counts.length - 1];
  }

  /// The smallest value, as the lower end of its slot; 0 if there are none.
  public double min() {
    return min;
  }

  /// The mean of all values, each taken as the middle of its slot; 0 if there are none.
  public double mean() {
    if (total == 0) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += middle[i] * counts[i];
    }
    return sum / total;
  }

  /// The standard deviation of all values (not of a sample), each taken as the middle of its slot;
  /// 0 if there are none.
  public double standardDeviation() {
    if (total == 0) {
      return 0;
    }
    double mean = mean();
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      double deviation = middle[i] - mean;
      sum += deviation * deviation * counts[i];
    }
    return Math.sqrt(sum / total);
  }

  /// The highest precision of the histograms, in decimal digits.
  public int significantDigits() {
    return significantDigits;
  }

  /// The number of buckets that HdrHistogram would have for these values.
  public int buckets() {
    return buckets;
  }

  /// The number of slots of the first bucket.
  public int subBuckets() {
    return subBuckets;
  }
}
