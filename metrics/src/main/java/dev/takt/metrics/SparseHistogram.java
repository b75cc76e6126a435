package dev.takt.metrics;

import dev.takt.record.histogram.Counts;
import java.util.Arrays;
import java.util.stream.IntStream;

/// An immutable sparse copy of a histogram: its slots that have values, with their counts.
///
/// A slot is a range of nanoseconds narrower than a thousandth of its values; where in it a value
/// was is unknown. Buckets take each slot at its upper end, as percentiles do. Sums take it at its
/// middle, as means do.
final class SparseHistogram {

  static final SparseHistogram EMPTY = new SparseHistogram(new long[0], new long[0], new long[0]);

  private final long[] ends;
  private final long[] middles;
  private final long[] counts;
  private final long count;
  private final double sumNanos;

  private SparseHistogram(long[] ends, long[] middles, long[] counts) {
    this.ends = ends;
    this.middles = middles;
    this.counts = counts;
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += (double) middles[i] * counts[i];
    }
    this.count = Arrays.stream(counts).sum();
    this.sumNanos = sum;
  }

  /// A copy of the current counts.
  static SparseHistogram of(Counts counted) {
    return difference(counted, new Counts(counted.layout()));
  }

  /// One histogram minus others.
  ///
  /// @param others histograms whose values are all included in `counted`
  static SparseHistogram difference(Counts counted, Counts... others) {
    int used = 0;
    for (int slot = 0; slot < counted.length(); slot++) {
      used += remaining(counted, others, slot) > 0 ? 1 : 0;
    }
    long[] ends = new long[used];
    long[] middles = new long[used];
    long[] counts = new long[used];
    int next = 0;
    for (int slot = 0; next < used; slot++) {
      long left = remaining(counted, others, slot);
      if (left > 0) {
        ends[next] = (long) counted.layout().highest(slot);
        middles[next] = (long) counted.layout().middle(slot);
        counts[next++] = left;
      }
    }
    return new SparseHistogram(ends, middles, counts);
  }

  private static long remaining(Counts counted, Counts[] others, int slot) {
    long left = counted.at(slot);
    for (Counts other : others) {
      left -= other.at(slot);
    }
    return left;
  }

  /// How many slots have values.
  int size() {
    return counts.length;
  }

  /// The upper end of a slot, in nanoseconds, inclusive; slots ascend.
  long end(int slot) {
    return ends[slot];
  }

  /// How many values a slot has: more than 0.
  long count(int slot) {
    return counts[slot];
  }

  /// How many values there are.
  long count() {
    return count;
  }

  /// The sum of all values, in nanoseconds.
  double sumNanos() {
    return sumNanos;
  }

  /// The values that were added since an earlier copy of the same histogram. Values that are gone
  /// since then are ignored.
  SparseHistogram minus(SparseHistogram earlier) {
    long[] left = counts.clone();
    for (int i = 0, j = 0; i < left.length && j < earlier.counts.length; ) {
      if (ends[i] == earlier.ends[j]) {
        left[i++] -= earlier.counts[j++];
      } else if (ends[i] < earlier.ends[j]) {
        i++;
      } else {
        j++;
      }
    }
    int[] kept = IntStream.range(0, left.length).filter(i -> left[i] > 0).toArray();
    return new SparseHistogram(
        Arrays.stream(kept).mapToLong(i -> ends[i]).toArray(),
        Arrays.stream(kept).mapToLong(i -> middles[i]).toArray(),
        Arrays.stream(kept).mapToLong(i -> left[i]).toArray());
  }
}
