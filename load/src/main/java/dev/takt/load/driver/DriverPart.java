package dev.takt.load.driver;

import dev.takt.record.LatencyHistogram;

/// Times of a part of an operation, in addition to the operations of the plan: for example the read
/// of a read-modify-write. They are kept for comparisons with tools that count such parts as
/// operations; no summary of Takt contains them.
///
/// @param name that of an operation such as `read`, or one of its own
/// @param times of the parts that succeeded, in nanoseconds
public record DriverPart(String name, LatencyHistogram times) {}
