package dev.takt.watch.truth;

import dev.takt.runs.Stall;

/// A report with an edge that is further from the truth than it should be.
///
/// @param fault as it was felt
/// @param report the closest of it
/// @param queuedNanos for how long of the fault who felt it could have run, and stood in a
///   processor's queue
public record Miss(Fault fault, Stall report, long queuedNanos) {

  /// By how much the report begins later than the fault was felt; less than 0 if earlier.
  public long beginOffNanos() {
    return report.beginNanoTime() - fault.begin();
  }

  /// By how much the report ends later than the fault was felt; less than 0 if earlier.
  public long endOffNanos() {
    return report.endNanoTime() - fault.end();
  }
}
