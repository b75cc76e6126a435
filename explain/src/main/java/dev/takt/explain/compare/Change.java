package dev.takt.explain.compare;

import java.util.List;

/// Something beside latencies that is not the same on both sides.
///
/// @param what its name: a key of the plan, or a part of the environment such as `jvm flags`
/// @param baseline what it is in the runs of the first side, each value once
/// @param candidate what it is in those of the second one
public record Change(String what, List<String> baseline, List<String> candidate) {}
