package dev.takt.watch.truth;

import dev.takt.runs.Stall;
import dev.takt.runs.Stalls;
import java.util.List;
import java.util.Map;

/// What came of holding the observers against faults made on purpose.
///
/// @param scores of the kinds of faults that could be made
/// @param notPossible the other kinds, with the reason
/// @param quietNanos how long nothing was done, before the faults
/// @param quietReports what was reported of the target meanwhile, of the length that counts
/// @param stalls all that was seen
public record TruthReport(
    List<Score> scores,
    Map<Ailment, String> notPossible,
    long quietNanos,
    List<Stall> quietReports,
    Stalls stalls) {}
