package dev.takt.lab;

import dev.takt.explain.capacity.SearchStep;
import dev.takt.explain.capacity.Trial;
import dev.takt.load.rules.Assertion;
import dev.takt.runs.model.RunSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One run of a capacity search.
///
/// @param number from 1 on
/// @param rate the intended rate, per second
/// @param why this rate was tried
/// @param outcome what the run says of the target
/// @param summary of the run
/// @param objectives each with its actual value
/// @param curveNanos the latency of the curve, in nanoseconds; NaN if no operation was measured
/// @param missed why the schedule counts as missed; null if it was kept
public record CapacityStep(
    int number,
    double rate,
    SearchStep.Reason why,
    Trial.Outcome outcome,
    RunSummary summary,
    List<Objective> objectives,
    double curveNanos,
    @Nullable String missed) {

  /// One objective in one run.
  ///
  /// @param text as it was given, or the opposite of a rule of `--fail-if`
  /// @param kept whether it held
  /// @param value in the unit of the limit: nanoseconds, a share, a count, a rate; NaN if no
  ///   operation was measured
  /// @param limit that the value is compared with
  /// @param actual the value as text
  public record Objective(String text, boolean kept, double value, double limit, String actual) {

    static Objective of(Assertion objective, RunResult result) {
      double value = objective.value(result.summary(), result.distributions());
      boolean broken =
          objective.opposite().evaluate(result.summary(), result.distributions()).broken();
      String actual = Double.isNaN(value) ? "not known" : objective.text(value);
      return new Objective(objective.rule(), !broken, value, objective.limit(), actual);
    }
  }

  /// Copies the list.
  public CapacityStep {
    objectives = List.copyOf(objectives);
  }

  /// The directory of the run.
  public String directory() {
    return summary.runDirectory();
  }
}
