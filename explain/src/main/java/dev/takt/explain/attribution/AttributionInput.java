package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.BlockedConcurrency;
import dev.takt.explain.attribution.classify.Timeline;
import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import java.util.List;
import java.util.function.IntFunction;

/// The input of the attribution of single operations. Read-only, shared by several threads.
///
/// @param operations all operations
/// @param slow the indexes of the slow operations, ascending
/// @param baseline the normal service times
/// @param periods the busy periods
/// @param lateness how late each operation was sent
/// @param whole the intervals of stalls that stopped everything
/// @param wholeThenVague the same, and vague intervals where there are none
/// @param waits the waits of an operation's own threads, by its index
/// @param blockedConcurrency how many operations were blocked individually
/// @param causes the cause of each stall, by its index
/// @param isVagueCause whether each cause, by its index, is vague
/// @param sentLate the index of [Cause#SENT_LATE]
/// @param carryover the input for delay that is carried over through the queue
@SuppressWarnings("ArrayRecordComponent") // never compared
record AttributionInput(
    Operations operations,
    int[] slow,
    Baseline baseline,
    BusyPeriods periods,
    Lateness lateness,
    Timeline whole,
    Timeline wholeThenVague,
    IntFunction<List<StallInterval>> waits,
    BlockedConcurrency blockedConcurrency,
    int[] causes,
    boolean[] isVagueCause,
    int sentLate,
    QueueCarryover.Input carryover) {}
