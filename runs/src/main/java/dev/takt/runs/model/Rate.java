package dev.takt.runs.model;

import org.jspecify.annotations.Nullable;

/// Operations per second.
///
/// @param intended what the schedule specified over its length; null if there is no schedule
/// @param achieved completed, failed and timed-out operations, over the time from the start of the
///   schedule to the later of its end and the last answer
public record Rate(@Nullable Double intended, double achieved) {}
