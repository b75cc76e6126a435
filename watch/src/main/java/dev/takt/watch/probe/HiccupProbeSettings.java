package dev.takt.watch.probe;

import dev.takt.record.hiccup.HiccupSettings;
import org.jspecify.annotations.Nullable;

/// What hiccups are measured, and for how long.
///
/// @param meter how
/// @param lengthNanos for so long
/// @param startDelayNanos after the meter has warmed up for so long
/// @param intervalNanos the length of the log's intervals
/// @param pid the JVM whose hiccups they are; null for this one
/// @param control with a pid: whether to measure here as well
/// @param longestShown so many single hiccups are told of
public record HiccupProbeSettings(
    HiccupSettings meter,
    long lengthNanos,
    long startDelayNanos,
    long intervalNanos,
    @Nullable Long pid,
    boolean control,
    int longestShown) {}
