package dev.takt.lab;

import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.load.rules.Assertion;
import dev.takt.load.rules.Distributions;
import dev.takt.load.rules.RuleJudge;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.Stalls;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Judges a run whose load has ended: by the rules of its plan, and in words.
///
/// @param ended the record of the run, with what was measured
/// @param distributions the histograms behind its summary
/// @param doubt why the schedule counts as missed; empty if it was kept
public record RunJudgement(RunRecord ended, Distributions distributions, Optional<String> doubt) {

  /// Explains a run from the files of its directory; empty if that is not possible.
  ///
  /// @param warn receives why it cannot be explained
  public static Optional<RunExplainer> explain(
      RunDirectory directory, RunRecord record, Stalls stalls, Consumer<String> warn) {
    return RunExplanation.of(directory, record, stalls, warn);
  }

  /// The summary with the verdicts on the rules, what the explanation says of the generator, and
  /// the result in words.
  ///
  /// @param explainer of the run; empty if it was not watched or not explained
  /// @param forRules creates an explainer that knows the generator at least; called only if a
  ///   verdict depends on the generator
  public RunSummary judge(
      List<Assertion> rules,
      Optional<RunExplainer> explainer,
      Supplier<Optional<RunExplainer>> forRules) {
    RunSummary measured = Objects.requireNonNull(ended.summary());
    RuleJudge judge =
        new RuleJudge(
            new RuleJudge.Figures(measured, distributions),
            doubt.isPresent(),
            () -> RunExplanation.withoutGenerator(ended, measured, forRules.get()));
    RunSummary judged = measured.withAssertions(judge.judge(rules));
    Explanation explanation = explainer.map(each -> each.explain(1)).orElse(null);
    RunSummary summary =
        explanation == null
            ? judged
            : judged.withGenerator(
                RunExplanation.withGeneratorPart(judged.generator(), explanation));
    return summary.withHeading(Headline.of(summary, explanation, doubt.orElse(null)));
  }
}
