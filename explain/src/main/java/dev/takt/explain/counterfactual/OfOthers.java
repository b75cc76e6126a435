package dev.takt.explain.counterfactual;

import dev.takt.record.histogram.Layout;
import java.util.List;

/// For service times of operations in a backlog, those that have the same rank among operations in
/// none. Immutable.
///
/// @param slots by the number of a name, and the slot of a service time
record OfOthers(List<int[]> slots) {

  /// What one would have taken; no more than it took.
  ///
  /// @param name its number
  long nanos(int name, long took) {
    int slot = Layout.THREE_DIGITS.slotOf(took);
    int other = slots.get(name)[slot];
    return other >= slot ? took : (long) Layout.THREE_DIGITS.middle(other);
  }
}
