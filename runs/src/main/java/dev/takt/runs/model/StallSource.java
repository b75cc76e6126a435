package dev.takt.runs.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A source of stalls.
///
/// @param name unique in the run, such as `target-jfr`
/// @param side the side that it observes
/// @param what the mechanism, for people: `JDK Flight Recorder`
/// @param clockErrorNanos the maximum error of its clock, after alignment with the run's clock
/// @param clock how that error was determined, for people
/// @param thresholdNanos shorter stalls are not in the list
/// @param lost the number of lost records; null if the source does not know it
/// @param kinds the kinds of stalls that it can observe
/// @param blind what it cannot observe though a user might expect it, a sentence each
public record StallSource(
    String name,
    Side side,
    String what,
    long clockErrorNanos,
    String clock,
    long thresholdNanos,
    @Nullable Long lost,
    List<StallKind> kinds,
    List<String> blind) {}
