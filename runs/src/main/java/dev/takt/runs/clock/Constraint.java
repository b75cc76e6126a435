package dev.takt.runs.clock;

/// What is known of how far another clock is ahead of ours, at two moments of our clock.
///
/// @param maxNanos the moment of the upper bound
/// @param maxAhead the most that their clock was ahead then
/// @param minNanos the moment of the lower bound
/// @param minAhead the least that their clock was ahead then
record Constraint(long maxNanos, long maxAhead, long minNanos, long minAhead) {}
