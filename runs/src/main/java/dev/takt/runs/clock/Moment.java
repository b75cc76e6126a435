package dev.takt.runs.clock;

/// A moment of another machine's clock on ours, or the reverse.
///
/// @param nanos the moment
/// @param errorNanos how far the true moment can be from it, at most
public record Moment(long nanos, long errorNanos) {}
