package dev.takt.faults;

import dev.takt.runs.model.Stall;

/// A report of a fault with an edge whose error is above the limit.
///
/// @param fault with the observed edges
/// @param report the closest report
/// @param runQueueNanos the run-queue wait, within the fault, of the thread that observed it
public record EdgeError(Fault fault, Stall report, long runQueueNanos) {

  /// How much later than the fault the report begins; negative if earlier.
  public long beginErrorNanos() {
    return report.beginNanoTime() - fault.begin();
  }

  /// How much later than the fault the report ends; negative if earlier.
  public long endErrorNanos() {
    return report.endNanoTime() - fault.end();
  }
}
