package dev.takt.watch;

import dev.takt.runs.model.Stalls;
import org.jspecify.annotations.Nullable;

/// The stalls of a past run, or of a flight recording.
///
/// @param stalls the stalls that were found
/// @param origin the time from which displayed times count. For a run: the begin of its measurement
///   window on its monotonic clock. For a recording: its begin on its own wall clock, in
///   nanoseconds since 1970
/// @param recordedNanos the length of the recording; null for a run
/// @param caveat why a missing stall proves nothing: a part could not be read, or the recording has
///   no events that show stalls; empty if neither
/// @param noStallsText the text for a report without stalls
public record WatchReport(
    Stalls stalls, long origin, @Nullable Long recordedNanos, String caveat, String noStallsText) {}
