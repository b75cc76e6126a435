package dev.takt.watch.probe;

import java.util.List;

/// What came of it.
///
/// @param counts by mechanism, in the order in which they were measured
/// @param notes what a reader must know, a sentence each
public record WakeupResult(List<Count> counts, List<String> notes) {

  /// What one mechanism did.
  ///
  /// @param sent how many calls were measured
  /// @param arrived how many threads they woke
  public record Count(WakeupMechanism mechanism, long sent, long arrived) {}
}
