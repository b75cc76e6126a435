package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import java.util.List;
import java.util.function.IntFunction;

/// What is known when the charging begins. Several threads read it at the same time; nobody writes.
///
/// @param slow the numbers of the slow operations, in their order
/// @param late how late each operation was sent
/// @param whole the moments of stalls that stopped everything
/// @param vague the same, and where there are none what is known vaguely
/// @param waits of an operation's own thread
/// @param convoy who was held up, each for itself
/// @param causes of each stall, by its number
/// @param isVagueCause of each cause, by its number
/// @param sentLate the number of that cause
/// @param backlog what stalls have left behind
@SuppressWarnings("ArrayRecordComponent") // never compared
record Evidence(
    Operations operations,
    int[] slow,
    Baseline baseline,
    BusyPeriods periods,
    Lateness late,
    Timeline whole,
    Timeline vague,
    IntFunction<List<Claim>> waits,
    Convoy convoy,
    int[] causes,
    boolean[] isVagueCause,
    int sentLate,
    Backlog.Sources backlog) {}
