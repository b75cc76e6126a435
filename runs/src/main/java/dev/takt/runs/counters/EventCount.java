package dev.takt.runs.counters;

/// How often an event happened in the target during the measured part of a run.
///
/// The counters are read periodically, so the first and the last reading do not coincide with the
/// begin and the end of the measured part: `count` assumes a constant rate between two readings,
/// `atLeast` and `atMost` do not.
///
/// @param event its name as in `takt probe counters`, such as `branch-misses`; `task-clock` is CPU
///   time in nanoseconds
/// @param count the most likely value
/// @param atLeast what was counted from the first reading in the measured part to the last one
/// @param atMost what was counted from the last reading before it to the first one after it
/// @param timeShare for which part of the time it was counted. Below 1 all values are estimates:
///   there were more events than the processor has counters
public record EventCount(String event, long count, long atLeast, long atMost, double timeShare) {}
