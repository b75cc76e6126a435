package dev.takt.lab;

import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.RunExplainer;
import dev.takt.load.rules.RuleJudge;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import dev.takt.runs.time.IntervalSet;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// The explanation of a run that has just ended.
final class RunExplanation {

  /// An event loop may be stopped while it waits for answers, for at most 5 ms of which it does not
  /// count.
  private static final long MAX_ABSENCE_ERROR_NANOS = 5_000_000;

  private RunExplanation() {}

  /// Explains it. A run that cannot be explained is still a good run: the reason is only a warning.
  ///
  /// @param warn receives why it cannot be explained
  static Optional<RunExplainer> of(
      RunDirectory directory, RunRecord record, Stalls stalls, Consumer<String> warn) {
    try {
      RunExplainer explainer = RunExplainer.of(directory, record, stalls);
      // The attribution runs here, where a failure of it can still be handled.
      var _ = explainer.explain(1);
      return Optional.of(explainer);
    } catch (IOException e) {
      warn.accept("nothing is explained: " + e.getMessage());
    } catch (RuntimeException | OutOfMemoryError e) {
      warn.accept("nothing is explained: " + OutOfMemory.reason(e));
    }
    return Optional.empty();
  }

  /// The figures of a run as they would have been without the generator's own share; unknown if the
  /// trace has not all operations.
  ///
  /// @param explainer empty if the run cannot be explained
  static RuleJudge.Alternative withoutGenerator(
      RunRecord record, RunSummary measured, Optional<RunExplainer> explainer) {
    if (explainer.isEmpty()) {
      return RuleJudge.Alternative.unknown("the run cannot be explained");
    }
    String missing = explainer.get().missing();
    try {
      return missing == null
          ? RuleJudge.Alternative.of(WithoutGenerator.figures(record, measured, explainer.get()))
          : RuleJudge.Alternative.unknown(missing);
    } catch (OutOfMemoryError e) { // one copy of the operations too many
      return RuleJudge.Alternative.unknown(OutOfMemory.reason(e));
    }
  }

  /// What is known of the generator in a run that was not watched: when its sending threads did not
  /// run although they had work. When they were sent late is in the trace.
  static Stalls ofGenerator(IntervalSet absences) {
    List<Stall> stalls =
        IntStream.range(0, absences.size())
            .mapToObj(i ->
                new Stall.Interval(
                    absences.begin(i), absences.end(i), MAX_ABSENCE_ERROR_NANOS, "generator-clock"))
            .map(when -> Stall.of(StallKind.HICCUP, Side.GENERATOR, when))
            .toList();
    return new Stalls(Stalls.FORMAT_VERSION, List.of(), List.of(), stalls, 0, List.of(), Map.of());
  }

  /// The generator's report with its own part in the slowest operations, where that is large enough
  /// to affect a verdict.
  static GeneratorReport withGeneratorPart(GeneratorReport report, Explanation explanation) {
    return explanation.isGeneratorShareHigh()
        ? report.withBlame(explanation.generatorShare(), finding(explanation))
        : report;
  }

  private static String finding(Explanation explanation) {
    Percentiles own = explanation.withoutGenerator();
    String without =
        own == null
            ? ""
            : EnglishText.format(
                "; without that p99 would be %s instead of %s, p99.9 %s instead of %s",
                Units.time(own.p99()),
                Units.time(explanation.percentiles().p99()),
                Units.time(own.p999()),
                Units.time(explanation.percentiles().p999()));
    return EnglishText.format(
        "of the excess time of the slowest 1 %%, %s was lost in the generator and not in the target%s",
        Units.percent(explanation.generatorShare()), without);
  }
}
