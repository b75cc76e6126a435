package dev.takt.explain.counterfactual;

import dev.takt.record.histogram.Layout;
import java.util.Arrays;

/// How often each value came, to three digits. For one thread while it grows.
final class Counts {

  /// As long as it has to be: there can be many names, and few values are long.
  private long[] counts = new long[0];

  private long total;

  /// @param nanos 0 or more
  void add(long nanos) {
    int slot = Layout.THREE_DIGITS.slotOf(nanos);
    if (slot >= counts.length) {
      counts = Arrays.copyOf(counts, slot + (slot >> 2) + 1);
    }
    counts[slot]++;
    total++;
  }

  void add(Counts others) {
    if (others.counts.length > counts.length) {
      counts = Arrays.copyOf(counts, others.counts.length);
    }
    for (int slot = 0; slot < others.counts.length; slot++) {
      counts[slot] += others.counts[slot];
    }
    total += others.total;
  }

  private long count(int slot) {
    return slot < counts.length ? counts[slot] : 0;
  }

  /// For each slot of some of these, the slot in which values of the same rank lie among all the
  /// others of these; slot 0 if there are no others.
  int[] ofSameRankBeside(Counts some) {
    double scale = some.total == 0 ? 0 : (double) (total - some.total) / some.total;
    int[] same = new int[counts.length];
    double before = 0;
    long seen = count(0) - some.count(0);
    int slot = 0;
    for (int each = 0; each < same.length; each++) {
      double rank = (before + some.count(each) / 2.0) * scale;
      while (seen < rank && slot < counts.length - 1) {
        slot++;
        seen += count(slot) - some.count(slot);
      }
      same[each] = slot;
      before += some.count(each);
    }
    return same;
  }
}
