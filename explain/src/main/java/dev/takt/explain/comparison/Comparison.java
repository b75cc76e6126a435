package dev.takt.explain.comparison;

import dev.takt.runs.model.RunTags.Measure;
import java.util.List;

/// The comparison of two sides.
///
/// @param baseline the first side
/// @param candidate the second side, which is judged better or worse
/// @param measure the measure of the percentiles
/// @param rows the compared figures, operation by operation
/// @param verdict the overall verdict
/// @param differences in what the two sides differ beside the figures
/// @param warnings warnings to show before the figures: runs whose generator was late or stalled
/// @param remarks remarks for the reader
public record Comparison(
    RunGroup baseline,
    RunGroup candidate,
    Measure measure,
    List<Row> rows,
    Verdict verdict,
    Differences differences,
    List<String> warnings,
    List<String> remarks) {

  /// A difference between two sides in their plan or environment.
  ///
  /// @param what its name: a key of the plan, or a part of the environment such as `jvm flags`
  /// @param baseline the distinct values in the runs of the first side
  /// @param candidate the distinct values in the runs of the second side
  public record Change(String what, List<String> baseline, List<String> candidate) {}

  /// In what two sides differ, which may explain other figures.
  ///
  /// @param environment differences in the generator's environment
  /// @param plan differences in the plan
  /// @param causes the kinds of stalls that were recorded
  /// @param costs what an operation costs, where it is known
  public record Differences(
      List<Change> environment, List<Change> plan, List<CauseChange> causes, List<Cost> costs) {}
}
