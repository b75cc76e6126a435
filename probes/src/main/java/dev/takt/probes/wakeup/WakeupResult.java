package dev.takt.probes.wakeup;

import java.util.List;

/// The result of a [WakeupProbe].
///
/// @param counts by mechanism, in the order in which they were measured
/// @param notes what a reader must know, one sentence each
public record WakeupResult(List<Count> counts, List<String> notes) {

  /// The counts of one mechanism.
  ///
  /// @param sent how many calls were measured
  /// @param arrived how many threads they woke
  public record Count(WakeupMechanism mechanism, long sent, long arrived) {}
}
