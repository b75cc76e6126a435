package dev.takt.faults;

/// The interval in which one fault was injected.
///
/// @param begin on the monotonic clock, in nanoseconds
/// @param end on the same clock
record Round(FaultKind kind, long begin, long end) {}
