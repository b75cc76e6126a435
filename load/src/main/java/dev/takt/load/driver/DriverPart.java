package dev.takt.load.driver;

import dev.takt.record.LatencyHistogram;

/// What a driver has timed beside the operations that it was given: the read that is one half of a
/// read-modify-write. It is told for those who compare with tools that book such parts; it is in no
/// summary of Takt's.
///
/// @param name that of an operation such as `read`, or one of its own
/// @param times of those that succeeded, in nanoseconds
public record DriverPart(String name, LatencyHistogram times) {}
