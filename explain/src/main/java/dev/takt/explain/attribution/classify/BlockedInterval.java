package dev.takt.explain.attribution.classify;

/// An interval in which operations were blocked.
///
/// @param begin its begin, on the run's clock
/// @param end its end, on the run's clock
/// @param cause its cause, by its index in [AttributionResult#causes]
public record BlockedInterval(long begin, long end, int cause) {}
