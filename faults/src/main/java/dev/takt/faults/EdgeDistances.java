package dev.takt.faults;

import dev.takt.runs.model.Stall;

/// How far the edges of a report are from those of a fault, in nanoseconds. Each is given from the
/// edge that the [PauseDetector] observed, and after correction for the time in which the witness
/// could not observe the fault: it waited in a run queue, or was stopped by something else before.
///
/// @param observedBeginError from the observed begin
/// @param observedEndError from the observed end
/// @param beginError from the possible begins of the fault
/// @param endError from the possible ends of the fault
record EdgeDistances(
    long observedBeginError, long observedEndError, long beginError, long endError) {

  /// Compares a report with a fault. The run-queue wait is used once: first for the end, where a
  /// pause releases all threads at once, and the rest of it for the begin.
  ///
  /// @param queued the witness's run-queue wait within the fault
  /// @param stoodBefore how long the witness had been stopped already when it observed the begin
  static EdgeDistances of(Stall report, Fault fault, long queued, long stoodBefore) {
    long late = fault.end() - report.endNanoTime();
    long early = report.beginNanoTime() - fault.begin();
    long atEnd = Math.clamp(late, 0, queued);
    long atBegin = Math.clamp(early, -stoodBefore, queued - atEnd);
    return new EdgeDistances(
        Math.abs(early), Math.abs(late), Math.abs(early - atBegin), Math.abs(late - atEnd));
  }

  /// Whether an edge is further off than a limit, even after correction.
  boolean isOff(long limitNanos) {
    return beginError > limitNanos || endError > limitNanos;
  }

  /// How many of the two edges are within a limit only after correction.
  int correctedCount(long limitNanos) {
    return (observedBeginError > limitNanos && beginError <= limitNanos ? 1 : 0)
        + (observedEndError > limitNanos && endError <= limitNanos ? 1 : 0);
  }
}
