package dev.takt.runs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where stalls are known from.
///
/// @param name unique in the run, such as `target-jfr`
/// @param side whose time it sees
/// @param what the mechanism, for people: `JDK Flight Recorder`
/// @param clockErrorNanos how far its clock, once aligned, can be from the run's
/// @param clock how that was found out, for people
/// @param thresholdNanos shorter stalls are not in the list
/// @param lost records that were lost; null where the source cannot tell
/// @param kinds what it can see
/// @param blind what it cannot see though one might expect it, a sentence each
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
