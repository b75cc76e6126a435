package dev.takt.probes.hiccup;

import dev.takt.record.hiccup.HiccupSettings;
import org.jspecify.annotations.Nullable;

/// Settings of a [HiccupProbe].
///
/// @param meter settings of the meter
/// @param lengthNanos how long to measure
/// @param startDelayNanos how long the meter warms up before that
/// @param intervalNanos the length of the log's intervals
/// @param pid the JVM to measure; null for this one
/// @param control with a pid: whether to measure this JVM as well
/// @param longestShown how many single hiccups are reported
public record HiccupProbeSettings(
    HiccupSettings meter,
    long lengthNanos,
    long startDelayNanos,
    long intervalNanos,
    @Nullable Long pid,
    boolean control,
    int longestShown) {}
