package dev.takt.cli.render.study;

import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacityStep;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The runs of a capacity search as text.
public final class FindText {

  private FindText() {}

  /// The progress line of a run.
  ///
  /// @param amount the rate or the number of users
  public static String line(CapacityStep step, String amount) {
    String blame =
        step.summary().generator().partToBlame() == null ? "" : "; caused in part by the generator";
    return EnglishText.format("step %-3d %10s  %s%s", step.number(), amount, verdict(step), blame);
  }

  /// The outcome, in short.
  static String verdict(CapacityStep step) {
    return switch (step.outcome()) {
      case HELD ->
          step.summary().generator().verdict() == Verdict.OK
              ? "holds"
              : "holds (generator " + generator(step) + ")";
      case NOT_TRUSTED -> "no evidence (" + generator(step) + ")";
      case FAILED ->
          "fails: "
              + step.objectives().stream()
                  .filter(each -> !each.kept())
                  .map(each -> each.text() + " (" + each.actual() + ")")
                  .findFirst()
                  .orElse("schedule missed");
    };
  }

  private static String generator(CapacityStep step) {
    return step.summary().generator().verdict().lowerCase();
  }

  /// The reasons why a step failed, as sentences; empty if it did not.
  static List<String> reasons(CapacityStep step) {
    return Stream.concat(
            step.objectives().stream().filter(each -> !each.kept()).map(FindText::broken),
            Stream.ofNullable(step.missed()))
        .toList();
  }

  /// `p99 < 20ms: it was 34.1 ms, 1.71 times the limit`.
  private static String broken(CapacityStep.Objective objective) {
    double ratio = objective.value() / objective.limit();
    String times =
        Double.isFinite(ratio) && ratio > 0
            ? ", " + Units.threeDigits(ratio) + " times the limit"
            : "";
    return objective.text() + ": it was " + objective.actual() + times;
  }

  static List<CapacityStep> byRate(CapacityReport report) {
    return report.steps().stream()
        .sorted(
            Comparator.comparingDouble(CapacityStep::rate).thenComparingInt(CapacityStep::number))
        .toList();
  }
}
