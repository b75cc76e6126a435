package dev.takt.explain.comparison;

import java.util.List;

/// A difference between two sides in their plan or environment.
///
/// @param what its name: a key of the plan, or a part of the environment such as `jvm flags`
/// @param baseline the distinct values in the runs of the first side
/// @param candidate the distinct values in the runs of the second side
public record Change(String what, List<String> baseline, List<String> candidate) {}
