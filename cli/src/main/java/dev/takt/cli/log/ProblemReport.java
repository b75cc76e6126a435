package dev.takt.cli.log;

import dev.takt.cli.spi.ExitCode;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.EnglishText;
import java.util.List;

/// Reports the problems of logs, and derives the exit code.
///
/// @param context of the command that read them
record ProblemReport(LogContext context) {

  private static final int PROBLEMS_SHOWN = 20;
  private static final int FEW_PROBLEMS = 3;

  /// Reports the problems, and returns the exit code.
  ///
  /// @param any whether there was any matching interval
  int finish(boolean any) {
    printProblems(PROBLEMS_SHOWN);
    return exitCode(any);
  }

  /// The exit code of a command that has read the logs.
  ///
  /// @param any whether there was any matching interval
  int exitCode(boolean any) {
    if (!any) {
      return ExitCode.NOTHING;
    }
    return context.problems().faultsAndLosses() && !context.has(LogFlags.LENIENT)
        ? ExitCode.FAILED
        : ExitCode.OK;
  }

  private void printProblems(int shown) {
    context.problems().first().stream()
        .filter(each -> each.severity() == Problem.Severity.GUESS)
        .limit(PROBLEMS_SHOWN)
        .forEach(each -> context.cli().message(each));
    context.problems().first().stream()
        .filter(Problem::isFaultOrLoss)
        .limit(shown)
        .forEach(each -> context.cli().message(each));
    long lost = context.problems().count(Problem.Severity.LOST);
    long all = lost + context.problems().count(Problem.Severity.FAULT);
    if (all > shown) {
      context
          .cli()
          .message(
              EnglishText.format(
                  "and %,d more; %s lists them",
                  all - shown, context.cli().typed("takt log check")));
    }
    long lines = lostLines(context.problems());
    if (lines > 0) {
      context
          .cli()
          .message(
              EnglishText.format("%,d %s could not be used", lines, lines == 1 ? "line" : "lines"));
    }
  }

  /// How many lines could not be used. A problem of the log as a whole is not a line.
  static long lostLines(Problems problems) {
    return problems.count(Problem.Severity.LOST)
        - problems.first().stream()
            .filter(each -> each.line() == 0 && each.severity() == Problem.Severity.LOST)
            .count();
  }

  /// Reports that no interval has a requested tag.
  ///
  /// @return the exit code
  int noSuchTag(List<String> known) {
    boolean noLog =
        known.isEmpty() && context.problems().count(Problem.Severity.LOST) > PROBLEMS_SHOWN;
    printProblems(noLog ? FEW_PROBLEMS : PROBLEMS_SHOWN);
    if (noLog) {
      context.cli().message("that is no interval log; the log of a run is its " + LogFiles.OF_RUN);
    }
    List<String> asked = context.parsed().matchedOptionValue(LogFlags.TAG, List.of());
    boolean windowed = context.has(LogFlags.START) || context.has(LogFlags.END);
    String where = windowed && !known.isEmpty() ? " in that window" : "";
    if (asked.isEmpty() || known.isEmpty()) {
      context.cli().message("there is no good interval" + where);
      return ExitCode.NOTHING;
    }
    context
        .cli()
        .message(
            EnglishText.format(
                "no good interval has a tag %s%s; there are %s",
                String.join(" or ", asked), where, TagText.escape(String.join(", ", known))));
    return ExitCode.NOTHING;
  }
}
