package dev.takt.explain.counterfactual;

import dev.takt.explain.trace.DurationHistogram;
import java.util.List;

/// Maps service times of operations in a backlog to those of the same rank among operations in no
/// backlog (quantile matching). Immutable.
///
/// @param nanos by the index of a name and the slot of a service time; [#NOT_SHORTER] where the
///   time of the same rank is not shorter
record RankMatchedTimes(List<long[]> nanos) {

  private static final long NOT_SHORTER = -1;

  /// @param slots the slot of the same rank, by the index of a name and the slot of a service time
  static RankMatchedTimes of(List<int[]> slots) {
    return new RankMatchedTimes(slots.stream().map(RankMatchedTimes::nanos).toList());
  }

  private static long[] nanos(int[] slots) {
    long[] nanos = new long[slots.length];
    for (int slot = 0; slot < slots.length; slot++) {
      nanos[slot] = slots[slot] >= slot ? NOT_SHORTER : DurationHistogram.middle(slots[slot]);
    }
    return nanos;
  }

  /// What an operation would have taken; at most what it took.
  ///
  /// @param name the index of its name
  long nanos(int name, long took) {
    long other = nanos.get(name)[DurationHistogram.slotOf(took)];
    return other == NOT_SHORTER ? took : other;
  }
}
