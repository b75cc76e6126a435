package dev.takt.probes.memory;

import dev.takt.probes.Disturbance;
import dev.takt.probes.FiveNumberSummary;
import java.util.List;

/// The result of a [MemoryOrderProbe].
///
/// @param costs by access and company
/// @param forks how many JVMs completed
/// @param processors of the measuring thread and the contending one; empty if they were not pinned
/// @param disturbance the rounds, and those of them that are left out
/// @param lost the cases of which all rounds are left out
/// @param notes what a reader must know, one sentence each
public record MemoryOrderResult(
    List<Cost> costs,
    int forks,
    List<Integer> processors,
    Disturbance disturbance,
    List<String> lost,
    List<String> notes) {

  /// The cost of an operation.
  ///
  /// @param access the access: `store-release`
  /// @param contention the contention by another thread: `alone`, `same-line`, `next-line`
  /// @param nanos of one operation including the loop, over all rounds
  public record Cost(String access, String contention, FiveNumberSummary nanos) {}
}
