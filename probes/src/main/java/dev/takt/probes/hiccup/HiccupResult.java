package dev.takt.probes.hiccup;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import java.util.List;

/// The result of a [HiccupProbe], in addition to the recorded values.
///
/// @param sides whose hiccups were measured
/// @param longest the longest hiccups, the longest first
/// @param overThreshold how many hiccups reached the threshold for single hiccups
/// @param notObservable what could not be measured
/// @param targetEnded whether the target ended before the probe
public record HiccupResult(
    List<Side> sides,
    List<Stall> longest,
    long overThreshold,
    List<NotObservable> notObservable,
    boolean targetEnded) {}
