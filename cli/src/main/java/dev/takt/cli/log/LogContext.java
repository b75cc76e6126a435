package dev.takt.cli.log;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.render.RawUnit;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The common part of all commands of `takt log`: finds their files, reports problems of the files,
/// and derives the exit code.
final class LogContext {

  private static final int PROBLEMS_SHOWN = 20;
  private static final int FEW_PROBLEMS = 3;

  private final CliContext context;
  private final ParseResult parsed;
  private final Problems problems = new Problems();

  LogContext(CliContext context, ParseResult parsed) {
    this.context = context;
    this.parsed = parsed;
  }

  CliContext cli() {
    return context;
  }

  ParseResult parsed() {
    return parsed;
  }

  Problems problems() {
    return problems;
  }

  boolean has(String flag) {
    return parsed.hasMatchedOption(flag);
  }

  @Nullable String text(String flag) {
    return parsed.matchedOptionValue(flag, (String) null);
  }

  ParameterException wrong(String flag, String reason) {
    return FlagValues.wrong(parsed, flag, reason);
  }

  /// The logs named on the command line.
  List<LogSource> sources() throws IOException {
    return sources(null);
  }

  /// The logs named on the command line, followed until the condition holds.
  List<LogSource> sources(@Nullable BooleanSupplier until) throws IOException {
    List<String> arguments = parsed.matchedPositionalValue(0, List.of());
    if (arguments.isEmpty()) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), "which logs? Name files, or - for standard input");
    }
    TimeColumns times = TimeFlags.columns(parsed);
    return new LogFiles(context.directory(), context.in())
        .find(arguments, until).stream().map(each -> each.withTimes(times)).toList();
  }

  /// The path that a flag gives; null without the flag.
  @Nullable Path path(String flag) {
    String text = text(flag);
    try {
      return text == null ? null : context.directory().resolve(text);
    } catch (InvalidPathException e) {
      throw wrong(flag, "'" + text + "' is no file name: " + e.getReason());
    }
  }

  /// The path that a flag gives. The flag is mandatory.
  Path requiredPath(String flag, String what) {
    Path path = path(flag);
    if (path == null) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), "where to? Name " + what + " with -o");
    }
    return path;
  }

  /// Flushes the output.
  ///
  /// @throws IOException if the reader is gone, or the output cannot be written
  void requireReader() throws IOException {
    if (context.out().checkError()) {
      throw new OutputClosedException();
    }
  }

  /// Standard output cannot be written to. [Main] reports why.
  static final class OutputClosedException extends IOException {
    private static final long serialVersionUID = 1;
  }

  /// Prints a note if the unit of values is assumed, for output that has no place for it.
  void noteUnit(RawUnit unit) {
    if (unit.source() == RawUnit.Source.ASSUMED) {
      context.err().println("takt: note: " + unit.note());
    }
  }

  /// Reports the problems, and returns the exit code.
  ///
  /// @param any whether there was any matching interval
  int finish(boolean any) {
    printProblems();
    if (!any) {
      return ExitCode.NOTHING;
    }
    return problems.serious() && !has(LogFlags.LENIENT) ? ExitCode.FAILED : ExitCode.OK;
  }

  private void printProblems() {
    printProblems(PROBLEMS_SHOWN);
  }

  private void printProblems(int shown) {
    problems.first().stream()
        .filter(each -> each.severity() == Problem.Severity.GUESS)
        .limit(PROBLEMS_SHOWN)
        .forEach(each -> context.err().println("takt: " + each));
    problems.first().stream()
        .filter(Problem::isSerious)
        .limit(shown)
        .forEach(each -> context.err().println("takt: " + each));
    long lost = problems.count(Problem.Severity.LOST);
    long all = lost + problems.count(Problem.Severity.FAULT);
    if (all > shown) {
      context
          .err()
          .println(
              EnglishText.format("takt: and %,d more; takt log check lists them", all - shown));
    }
    long lines = lostLines(problems);
    if (lines > 0) {
      context
          .err()
          .println(
              EnglishText.format(
                  "takt: %,d %s could not be used", lines, lines == 1 ? "line" : "lines"));
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
    boolean noLog = known.isEmpty() && problems.count(Problem.Severity.LOST) > PROBLEMS_SHOWN;
    printProblems(noLog ? FEW_PROBLEMS : PROBLEMS_SHOWN);
    if (noLog) {
      context
          .err()
          .println("takt: that is no interval log; the log of a run is its " + LogFiles.OF_RUN);
    }
    List<String> asked = parsed.matchedOptionValue(LogFlags.TAG, List.of());
    boolean windowed = has(LogFlags.START) || has(LogFlags.END);
    String where = windowed && !known.isEmpty() ? " in that window" : "";
    if (asked.isEmpty() || known.isEmpty()) {
      context.err().println("takt: there is no good interval" + where);
      return ExitCode.NOTHING;
    }
    context
        .err()
        .println(
            EnglishText.format(
                "takt: no good interval has a tag %s%s; there are %s",
                String.join(" or ", asked), where, TagText.escape(String.join(", ", known))));
    return ExitCode.NOTHING;
  }
}
