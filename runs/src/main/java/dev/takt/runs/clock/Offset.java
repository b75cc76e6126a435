package dev.takt.runs.clock;

/// How far another clock is ahead of ours at a moment.
///
/// @param nanos the middle of what is possible
/// @param errorNanos how far the true offset can be from it, at most
/// @param ppm how many parts per million their clock is faster than ours around this moment: the
///   middle of what is possible, an estimate
public record Offset(long nanos, long errorNanos, double ppm) {}
