package dev.takt.cli.command;

import dev.takt.cli.fleet.MachineFindings;
import dev.takt.cli.render.run.Answer;
import dev.takt.cli.render.run.ErrorList;
import dev.takt.cli.render.run.ExplanationTable;
import dev.takt.cli.render.run.GeneratorText;
import dev.takt.cli.render.run.RuleList;
import dev.takt.cli.render.run.StallTable;
import dev.takt.cli.render.run.SummaryTable;
import dev.takt.cli.render.ycsb.YcsbFormat;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.RunExplainer;
import dev.takt.lab.NothingCompleted;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.Plan;
import dev.takt.runs.json.SummaryJson;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.Units;
import java.util.List;

/// Prints the result of a run, and writes its report and YCSB's export file.
final class RunOutput {

  private static final int SLOWEST = 3;

  private final CliContext context;
  private final Plan plan;
  private final RunFormat format;
  private final boolean quiet;
  private final boolean hasReport;
  private final boolean verbose;
  private final String command;

  /// @param quiet whether to omit the path of the report
  /// @param hasReport whether to write a report
  /// @param verbose whether to print all figures rather than the answer
  /// @param command such as `takt run`
  RunOutput(
      CliContext context,
      Plan plan,
      RunFormat format,
      boolean quiet,
      boolean hasReport,
      boolean verbose,
      String command) {
    this.context = context;
    this.plan = plan;
    this.format = format;
    this.quiet = quiet;
    this.hasReport = hasReport;
    this.verbose = verbose;
    this.command = command;
  }

  /// Prints the result.
  ///
  /// @return the run's verdict, or [RunVerdict#FAILED] if a file could not be written
  RunVerdict print(RunResult result) {
    YcsbOutput ycsb = YcsbOutput.of(plan);
    context.out().print(text(result, ycsb));
    // The report's path, on standard error, comes after the result.
    context.out().flush();
    boolean isExported = ycsb.export(result, context, format.isYcsb());
    if (format != RunFormat.TABLE) {
      printVerdicts(result);
    }
    boolean isWritten = writeReport(result);
    if (format == RunFormat.TABLE && !quiet) {
      context.next(NextStep.of(result, command, context));
    }
    return isWritten && isExported ? result.verdict() : RunVerdict.FAILED;
  }

  /// Writes the report, and prints only what explains the exit code.
  ///
  /// @return as [#print]
  RunVerdict write(RunResult result) {
    context.out().flush();
    printVerdicts(result);
    ErrorList.kinds(result.summary())
        .forEach(each -> context.message(Units.count(each.getValue()) + " × " + each.getKey()));
    return writeReport(result) ? result.verdict() : RunVerdict.FAILED;
  }

  /// Writes the report, if there is to be one, after what the run itself could not write.
  ///
  /// @return false if the report could not be written
  private boolean writeReport(RunResult result) {
    result.storageFailures().forEach(each -> context.message(each));
    return !hasReport || new RunReport(context, quiet).write(result);
  }

  private String text(RunResult result, YcsbOutput ycsb) {
    return switch (format) {
      case TABLE -> verbose ? details(result) : answer(result);
      case JSON -> SummaryJson.write(result.recordedSummary());
      case YCSB -> ycsb.render(ycsb.format(), result);
      case YCSB_JSON -> ycsb.render(YcsbFormat.JSON, result);
      case YCSB_JSON_ARRAY -> ycsb.render(YcsbFormat.JSON_ARRAY, result);
    };
  }

  private String answer(RunResult result) {
    return Answer.render(
        result.summary(),
        result.explainer().map(each -> each.explain(SLOWEST)).orElse(null),
        result.record().fleet(),
        result.observed().map(each -> StallTable.gaps(each.stalls())).orElse(List.of()),
        result.verdict() == RunVerdict.NOT_TRUSTED,
        context.paint());
  }

  private String details(RunResult result) {
    TextStyle style = context.paint();
    boolean isNotTrusted = result.verdict() == RunVerdict.NOT_TRUSTED;
    StringBuilder text = new StringBuilder();
    text.append(
        SummaryTable.render(
            result.summary(),
            result.record().fleet(),
            result.doubt().stream().toList(),
            isNotTrusted,
            style));
    text.append(MachineFindings.render(result.directory(), result.record().fleet(), style));
    result
        .observed()
        .ifPresent(each ->
            text.append('\n').append(StallTable.render(each.measured(), result.origin(), style)));
    result.explainer().ifPresent(each -> text.append(explanation(each, style)));
    return text.toString();
  }

  /// Explains why operations were slow, as text to append to other text.
  static String explanation(RunExplainer explainer, TextStyle style) {
    return "\n" + ExplanationTable.render(explainer.explain(SLOWEST), explainer, style);
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
      summary.generator().findings().stream()
          .map(each -> Prose.point(each, context.terminal().textWidth()))
          .forEach(context.err()::println);
    } else if (summary.generator().partToBlame() != null) {
      context.message(
          "generator "
              + GeneratorText.PARTLY_TO_BLAME
              + ": "
              + summary.generator().findings().getFirst());
    }
    result.doubt().ifPresent(doubt -> context.message(doubt));
    for (AssertionResult each : summary.assertions()) {
      String word = each.undecided() != null ? "UNDECIDED" : each.broken() ? "BROKEN" : "ok";
      String why = each.undecided() == null ? "" : ": " + each.undecided();
      context.message(word + ": " + RuleList.text(each) + why);
    }
  }
}
