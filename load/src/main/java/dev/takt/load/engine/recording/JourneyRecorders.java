package dev.takt.load.engine.recording;

/// Where the journeys of one sending thread are recorded.
///
/// @param journeys records whole journeys, by their index
/// @param counters of the same
/// @param steps records the steps, and counts those that are not reached
public record JourneyRecorders(
    SendingRecorder journeys, OperationCounters counters, SendingRecorder steps) {}
