package dev.takt.faults;

import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stalls;
import java.util.List;
import java.util.Map;

/// The result of a [TruthCheck].
///
/// @param scores of the kinds of faults that could be injected
/// @param notPossible the other kinds, with the reason
/// @param quietNanos the time watched before the first fault
/// @param quietReports reports about the target in that time, of the length that counts
/// @param stalls of all observers
public record TruthReport(
    List<Score> scores,
    Map<FaultKind, String> notPossible,
    long quietNanos,
    List<Stall> quietReports,
    Stalls stalls) {}
