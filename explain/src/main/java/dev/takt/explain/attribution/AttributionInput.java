package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.BlockedConcurrency;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.attribution.classify.Timeline;
import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import java.util.List;
import java.util.function.IntFunction;

/// The input of the attribution of single operations. Read-only, shared by several threads.
///
/// @param operations all operations
/// @param baseline the normal service times, and which operations are slow
/// @param periods the busy periods
/// @param lateness how late each operation was sent
/// @param stalls the stalls and their causes
/// @param blocked when operations were blocked
/// @param carryover the input for delay that is carried over through the queue
record AttributionInput(
    Operations operations,
    Baseline baseline,
    BusyPeriods periods,
    Lateness lateness,
    StallIndex stalls,
    BlockedTimes blocked,
    QueueCarryover.Input carryover) {

  /// When operations were blocked.
  ///
  /// @param wholeThenVague the intervals of stalls that stopped everything, and vague intervals
  ///   where there are none
  /// @param waits the waits of an operation's own threads, by its index
  /// @param concurrency how many operations were blocked individually
  record BlockedTimes(
      Timeline wholeThenVague,
      IntFunction<List<StallInterval>> waits,
      BlockedConcurrency concurrency) {}

  /// The indexes of the slow operations, ascending.
  int[] slow() {
    return baseline.slowOperations();
  }
}
