package dev.takt.runs.model;

/// Something that could not be observed on this machine or in this JVM: it is unknown, not zero.
///
/// @param side the side that it would have been observed on
/// @param what for people: `hardware counters`
/// @param why the reason and, if there is one, a remedy
public record NotObservable(Side side, String what, String why) {}
