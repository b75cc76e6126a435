package dev.takt.runs;

/// What could not be seen on this machine, or of this JVM: it is unknown, not zero.
///
/// @param side whose time it would have been
/// @param what for people: `hardware counters`
/// @param why the reason and, if there is one, what to do about it
public record NotObservable(Side side, String what, String why) {}
