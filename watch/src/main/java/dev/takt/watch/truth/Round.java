package dev.takt.watch.truth;

/// The time in which faults of one kind were made.
///
/// @param begin on the monotonic clock, in nanoseconds
/// @param end on the same clock
record Round(Ailment ailment, long begin, long end) {}
