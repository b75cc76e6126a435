package dev.takt.watch.probe;

import java.util.List;

/// What came of it.
///
/// @param costs by access and company
/// @param forks how many JVMs went through
/// @param processors where the measuring thread and the other one ran; empty if they were not
///   pinned
/// @param notes what a reader must know, a sentence each
public record MemoryOrderResult(
    List<Cost> costs, int forks, List<Integer> processors, List<String> notes) {

  /// What an operation costs.
  ///
  /// @param access what is done: `store-release`
  /// @param company what another thread does meanwhile: `alone`, `same-line`, `next-line`
  /// @param nanos of one operation, loop included, over all rounds
  public record Cost(String access, String company, Spread nanos) {}
}
