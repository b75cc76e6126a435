package dev.takt.cli.output;

import dev.takt.explain.find.Move;
import dev.takt.explain.find.Step;
import dev.takt.load.text.Units;
import dev.takt.runs.GeneratorReport.Verdict;
import dev.takt.runs.RunSummary;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One run of a search.
///
/// @param number from 1 on
/// @param rate that was asked for, per second
/// @param why it was made
/// @param outcome what it says of the target
/// @param summary of the run
/// @param objectives what was asked, and what it was
/// @param curveNanos the figure of the curve; not a number where no operation was measured
/// @param missed that the schedule was missed and by whose fault; null if it was kept
/// @param directory of the run
public record FindStep(
    int number,
    double rate,
    Move.Why why,
    Step.Outcome outcome,
    RunSummary summary,
    List<Objective> objectives,
    double curveNanos,
    @Nullable String missed,
    String directory) {

  /// One objective in one run.
  ///
  /// @param text as it was given, or the opposite of a rule of `--fail-if`
  /// @param kept whether it held
  /// @param value what it was, in the unit of the limit: nanoseconds, a share, a count, a rate; not
  ///   a number where no operation was measured
  /// @param limit what it is held against
  /// @param actual the value, as people read it
  public record Objective(String text, boolean kept, double value, double limit, String actual) {

    /// `p99 < 20ms: it was 34.1 ms, 1.71 times the limit`.
    String told() {
      String times = times();
      return text + ": it was " + actual + (times.isEmpty() ? "" : ", " + times);
    }

    private String times() {
      double ratio = value / limit;
      return Double.isFinite(ratio) && ratio > 0
          ? Figures.threeDigits(ratio) + " times the limit"
          : "";
    }
  }

  /// The same with another summary of its run.
  public FindStep with(RunSummary other) {
    return new FindStep(
        number, rate, why, outcome, other, objectives, curveNanos, missed, directory);
  }

  /// Why it did not hold, as sentences; empty if it did.
  List<String> reasons() {
    return Stream.concat(
            objectives.stream().filter(each -> !each.kept()).map(Objective::told),
            Stream.ofNullable(missed))
        .toList();
  }

  /// The same in a few words.
  String verdict() {
    return switch (outcome) {
      case HELD ->
          summary.generator().verdict() == Verdict.OK
              ? "holds"
              : "holds (generator " + generator() + ")";
      case NOT_TRUSTED -> "no evidence (" + generator() + ")";
      case FAILED ->
          "fails: "
              + objectives.stream()
                  .filter(each -> !each.kept())
                  .map(each -> each.text() + " (" + each.actual() + ")")
                  .findFirst()
                  .orElse("schedule missed");
    };
  }

  private String generator() {
    return summary.generator().verdict().lowerCase();
  }

  /// One line while the search goes on.
  public String line() {
    String blame =
        summary.generator().partToBlame() == null ? "" : "; the generator is to blame in part";
    return EnglishText.format("step %-3d %10s  %s%s", number, Units.rate(rate), verdict(), blame);
  }
}
