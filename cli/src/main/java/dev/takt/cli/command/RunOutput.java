package dev.takt.cli.command;

import dev.takt.cli.render.run.ExplanationTable;
import dev.takt.cli.render.run.NothingCompleted;
import dev.takt.cli.render.run.StallTable;
import dev.takt.cli.render.run.SummaryTable;
import dev.takt.cli.render.ycsb.YcsbFormat;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.render.Ansi;
import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.Plan;
import dev.takt.runs.json.SummaryJson;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;

/// Prints the result of a run, and writes its report and YCSB's export file.
final class RunOutput {

  private static final int SLOWEST = 3;

  private final CliContext context;
  private final Plan plan;
  private final RunFormat format;
  private final boolean quiet;
  private final boolean hasReport;

  /// @param quiet whether to omit the path of the report
  /// @param hasReport whether to write a report
  RunOutput(CliContext context, Plan plan, RunFormat format, boolean quiet, boolean hasReport) {
    this.context = context;
    this.plan = plan;
    this.format = format;
    this.quiet = quiet;
    this.hasReport = hasReport;
  }

  /// Prints the result.
  ///
  /// @return the run's verdict, or [RunVerdict#FAILED] if a file could not be written
  RunVerdict print(RunResult result) {
    YcsbOutput ycsb = YcsbOutput.of(plan);
    context.out().print(text(result, ycsb));
    boolean isExported = ycsb.export(result, context, format.isYcsb());
    if (format == RunFormat.TABLE) {
      result.observed().ifPresent(each -> print(each, result.origin()));
      result.explainer().ifPresent(each -> context.out().print(explanation(each, context.paint())));
    } else {
      printVerdicts(result);
    }
    result.storageFailures().forEach(each -> context.message(each));
    boolean isWritten = !hasReport || new RunReport(context, quiet).write(result);
    return isWritten && isExported ? result.verdict() : RunVerdict.FAILED;
  }

  private String text(RunResult result, YcsbOutput ycsb) {
    return switch (format) {
      case TABLE ->
          SummaryTable.render(
              result.summary(),
              result.doubt().stream().toList(),
              result.verdict() == RunVerdict.NOT_TRUSTED,
              context.paint());
      case JSON -> SummaryJson.write(result.recordedSummary());
      case YCSB -> ycsb.render(ycsb.format(), result);
      case YCSB_JSON -> ycsb.render(YcsbFormat.JSON, result);
      case YCSB_JSON_ARRAY -> ycsb.render(YcsbFormat.JSON_ARRAY, result);
    };
  }

  private void print(RunResult.Observed observed, long origin) {
    String table = StallTable.render(observed.measured(), origin, context.paint());
    context.out().print("\n" + table);
  }

  /// Explains why operations were slow, as text to append to other text.
  static String explanation(RunExplainer explainer, Ansi paint) {
    Explanation explanation = explainer.explain(SLOWEST);
    String most = ExplanationTable.inOneSentence(explanation);
    return "\n"
        + ExplanationTable.render(explanation, explainer.origin(), paint)
        + (most.isEmpty() ? "" : "\n" + most + "\n");
  }

  /// Prints the verdicts for people where results are in a machine format: they explain the exit
  /// code.
  private void printVerdicts(RunResult result) {
    RunSummary summary = result.summary();
    Verdict verdict = summary.generator().verdict();
    String failed = NothingCompleted.headline(summary);
    if (failed != null) {
      context.message(failed);
    }
    if (verdict != Verdict.OK) {
      String advice = NothingCompleted.advice(summary);
      context.message("GENERATOR " + verdict + ": " + advice);
      summary.generator().findings().forEach(each -> context.err().println("  - " + each));
    } else if (summary.generator().partToBlame() != null) {
      context.message(
          "generator on schedule, but it caused part of the slow time: "
              + summary.generator().findings().getFirst());
    }
    result.doubt().ifPresent(doubt -> context.message(doubt));
    for (AssertionResult each : summary.assertions()) {
      String word = each.broken() ? "BROKEN" : "ok";
      context.message(EnglishText.format("%s: %s (it is %s)", word, each.rule(), each.actual()));
    }
  }
}
