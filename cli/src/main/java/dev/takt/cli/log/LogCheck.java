package dev.takt.cli.log;

import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log check`: reports problems of logs, line by line.
final class LogCheck {

  /// How many lines are shown of a file that is not a log.
  private static final int FEW_PROBLEMS = 3;

  private LogCheck() {}

  static CommandSpec spec() {
    String[] examples = {
      "  takt log check broken.hdr", "  takt log check 'runs/*/latency.hdr'",
    };
    return LogFlags.command(
        "check", "Checks logs: lists defects by line, and counts good intervals.", examples);
  }

  static int run(LogContext context) throws IOException {
    boolean any = false;
    for (LogSource each : context.sources()) {
      any |= check(context, each);
    }
    return new ProblemReport(context).exitCode(any);
  }

  private static boolean check(LogContext context, LogSource source) throws IOException {
    PrintStream out = context.cli().out();
    Problems problems = new Problems();
    LogSummary summary;
    try (var _ = ReadingProgress.of(context.cli(), List.of(source))) {
      summary = LogAlgebra.summarize(List.of(source), Selection.ALL, problems);
    }
    problems.first().forEach(context.problems()::add);
    boolean isNoLog = summary.intervals() == 0;
    List<Problem> shown =
        problems.first().stream().limit(isNoLog ? FEW_PROBLEMS : Long.MAX_VALUE).toList();
    shown.forEach(out::println);
    long lost = problems.count(Severity.LOST);
    long faults = problems.count(Severity.FAULT);
    long more = lost + faults - shown.stream().filter(Problem::isFaultOrLoss).count();
    if (more > 0) {
      out.println(
          EnglishText.format(
              "%s: and %,d more%s",
              source.name(),
              more,
              isNoLog ? "; no line is a good interval: is it an interval log?" : ""));
    }
    for (Series each : summary.series()) {
      if (each.layouts().size() > 1) {
        out.println(
            source.name() + ": note: " + each.name() + " has histograms of " + precisions(each));
      }
    }
    if (summary.intervals() > 0 && !summary.isDated()) {
      out.println(source.name() + ": note: the date is unknown: times count from 0");
    }
    if (summary.intervals() > 0 && summary.facts().unit() == null) {
      out.println(source.name() + ": note: it does not say the unit of its values");
    }
    if (summary.facts().estimate() != null) {
      out.println(source.name() + ": note: an ESTIMATE: " + summary.facts().estimate());
    }
    out.println(
        EnglishText.format(
            "%s: %s%s%s",
            source.name(),
            good(summary),
            lines(ProblemReport.lostLines(problems), "unusable"),
            lines(faults, "odd")));
    return summary.intervals() > 0;
  }

  private static String good(LogSummary summary) {
    long values = summary.series().stream().mapToLong(each -> each.spectrum().total()).sum();
    return EnglishText.format(
        "%,d good %s in %,d series, %,d %s over %s",
        summary.intervals(),
        summary.intervals() == 1 ? "interval" : "intervals",
        summary.series().size(),
        values,
        values == 1 ? "value" : "values",
        Units.time(summary.end() - summary.start()));
  }

  private static String lines(long count, String what) {
    return count == 0
        ? ""
        : EnglishText.format(", %,d %s %s", count, what, count == 1 ? "line" : "lines");
  }

  private static String precisions(Series series) {
    return series.layouts().stream()
        .map(each -> each.significantDigits() + " digits in units of 2^" + each.unitMagnitude())
        .collect(Collectors.joining(" and of "));
  }
}
