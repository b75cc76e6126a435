package dev.takt.explain.blame;

/// An interval in which operations could not go on.
///
/// @param begin on the run's clock
/// @param end on the run's clock
/// @param cause whose doing it was, by its place in [Blame#causes]
public record Holdup(long begin, long end, int cause) {}
