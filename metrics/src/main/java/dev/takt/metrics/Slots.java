package dev.takt.metrics;

import dev.takt.record.histogram.Counts;
import java.util.Arrays;
import java.util.stream.IntStream;

/// How many values fell into each slot of a histogram, slots without values left out. Never
/// changed.
///
/// A slot is a range of nanoseconds that is narrower than a thousandth of its values; nobody knows
/// where in it a value was. Whoever sorts slots into buckets takes each as its upper end, as
/// percentiles do; sums take each as its middle, as means do.
final class Slots {

  static final Slots NONE = new Slots(new long[0], new long[0], new long[0]);

  private final long[] ends;
  private final long[] middles;
  private final long[] counts;
  private final long count;
  private final double sumNanos;

  private Slots(long[] ends, long[] middles, long[] counts) {
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

  /// What was counted, now.
  static Slots of(Counts counted) {
    return difference(counted, new Counts(counted.layout()));
  }

  /// What was counted under one tag and not under others as well.
  ///
  /// @param others of which each value is among the first as well
  static Slots difference(Counts counted, Counts... others) {
    int used = 0;
    for (int slot = 0; slot < counted.length(); slot++) {
      used += left(counted, others, slot) > 0 ? 1 : 0;
    }
    long[] ends = new long[used];
    long[] middles = new long[used];
    long[] counts = new long[used];
    int next = 0;
    for (int slot = 0; next < used; slot++) {
      long left = left(counted, others, slot);
      if (left > 0) {
        ends[next] = (long) counted.layout().highest(slot);
        middles[next] = (long) counted.layout().middle(slot);
        counts[next++] = left;
      }
    }
    return new Slots(ends, middles, counts);
  }

  private static long left(Counts counted, Counts[] others, int slot) {
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

  /// The upper end of one of them, in nanoseconds; they ascend.
  long end(int slot) {
    return ends[slot];
  }

  /// How many values one of them has: more than 0.
  long count(int slot) {
    return counts[slot];
  }

  /// How many values there are.
  long count() {
    return count;
  }

  /// Their sum in nanoseconds.
  double sumNanos() {
    return sumNanos;
  }

  /// What is here and was not there.
  ///
  /// @param earlier the same histogram, before
  Slots since(Slots earlier) {
    long[] left = counts.clone();
    for (int i = 0, j = 0; j < earlier.counts.length; i++) {
      if (ends[i] == earlier.ends[j]) {
        left[i] -= earlier.counts[j++];
      }
    }
    int[] kept = IntStream.range(0, left.length).filter(i -> left[i] > 0).toArray();
    return new Slots(
        Arrays.stream(kept).mapToLong(i -> ends[i]).toArray(),
        Arrays.stream(kept).mapToLong(i -> middles[i]).toArray(),
        Arrays.stream(kept).mapToLong(i -> left[i]).toArray());
  }
}
