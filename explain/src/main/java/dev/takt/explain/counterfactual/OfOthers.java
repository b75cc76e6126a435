package dev.takt.explain.counterfactual;

import dev.takt.explain.trace.Counts;
import java.util.List;

/// Maps service times of operations in a backlog to those of the same rank among operations in no
/// backlog (quantile matching). Immutable.
///
/// @param nanos by the index of a name and the slot of a service time; [#NO_LESS] where the time of
///   the same rank is not shorter
record OfOthers(List<long[]> nanos) {

  private static final long NO_LESS = -1;

  /// @param slots the slot of the same rank, by the index of a name and the slot of a service time
  static OfOthers of(List<int[]> slots) {
    return new OfOthers(slots.stream().map(OfOthers::nanos).toList());
  }

  private static long[] nanos(int[] slots) {
    long[] nanos = new long[slots.length];
    for (int slot = 0; slot < slots.length; slot++) {
      nanos[slot] = slots[slot] >= slot ? NO_LESS : Counts.middle(slots[slot]);
    }
    return nanos;
  }

  /// What an operation would have taken; at most what it took.
  ///
  /// @param name the index of its name
  long nanos(int name, long took) {
    long other = nanos.get(name)[Counts.slotOf(took)];
    return other == NO_LESS ? took : other;
  }
}
