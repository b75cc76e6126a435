package dev.takt.explain.counterfactual;

import dev.takt.explain.trace.Counts;
import java.util.List;

/// For service times of operations in a backlog, those that have the same rank among operations in
/// none. Immutable.
///
/// @param nanos by the number of a name, and the slot of a service time; [#NO_LESS] where that of
///   the same rank is none shorter
record OfOthers(List<long[]> nanos) {

  private static final long NO_LESS = -1;

  /// @param slots by the number of a name, and the slot of a service time
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

  /// What one would have taken; no more than it took.
  ///
  /// @param name its number
  long nanos(int name, long took) {
    long other = nanos.get(name)[Counts.slotOf(took)];
    return other == NO_LESS ? took : other;
  }
}
