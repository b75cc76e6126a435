package dev.takt.watch.probe;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import java.util.List;

/// What a hiccup probe found, beside the values.
///
/// @param sides whose hiccups were measured
/// @param longest hiccups, the longest first
/// @param overThreshold how many hiccups were long enough to be kept one by one
/// @param notObservable what could not be measured
/// @param targetEnded whether the target ended before the probe
public record HiccupResult(
    List<Side> sides,
    List<Stall> longest,
    long overThreshold,
    List<NotObservable> notObservable,
    boolean targetEnded) {}
