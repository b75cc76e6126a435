package dev.takt.explain.comparison;

import java.util.List;
import java.util.stream.Collectors;

/// One side of a comparison: one run, or several repeats.
///
/// @param label a letter: `A` is the baseline
/// @param runs at least one
public record RunGroup(String label, List<RecordedRun> runs) {

  /// @throws IllegalArgumentException if there is no run
  public RunGroup {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("side " + label + " has no run");
    }
  }

  /// The names of its runs.
  public String names() {
    return runs.stream().map(RecordedRun::name).collect(Collectors.joining(", "));
  }
}
