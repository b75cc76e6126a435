package dev.takt.watch;

import dev.takt.runs.Stalls;
import org.jspecify.annotations.Nullable;

/// What was seen before, by a run or by whoever made a flight recording.
///
/// @param stalls what there was
/// @param begin what their moments are told from: of a run, the begin of its measured part on its
///   clock; of a recording, its begin on its own wall clock, in nanoseconds since 1970
/// @param recordedNanos how long the recording is; null for a run
/// @param doubt why the absence of a stall says nothing: a part could not be read, or the recording
///   has no events that show stalls; empty if neither
/// @param none what there is to say if there are no stalls
public record Reading(
    Stalls stalls, long begin, @Nullable Long recordedNanos, String doubt, String none) {}
