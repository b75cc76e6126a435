package dev.takt.cli;

import dev.takt.cli.output.RawUnit;
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

/// What all commands of `takt log` do alike: find their files, tell what is wrong with them, and
/// turn that into an exit code.
final class LogContext {

  private static final int PROBLEMS_SHOWN = 20;
  private static final int FEW_PROBLEMS = 3;

  private final CliContext surroundings;
  private final ParseResult parsed;
  private final Problems problems = new Problems();

  LogContext(CliContext surroundings, ParseResult parsed) {
    this.surroundings = surroundings;
    this.parsed = parsed;
  }

  CliContext surroundings() {
    return surroundings;
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
    return LogFlags.wrong(parsed, flag, reason);
  }

  /// The logs that were named.
  List<LogSource> sources() throws IOException {
    return sources(null);
  }

  /// The logs that were named, to be followed until something is so.
  List<LogSource> sources(@Nullable BooleanSupplier until) throws IOException {
    List<String> arguments = parsed.matchedPositionalValue(0, List.of());
    if (arguments.isEmpty()) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), "which logs? Name files, or - for standard input");
    }
    TimeColumns times = TimeFlags.columns(parsed);
    return new LogFiles(surroundings.directory(), surroundings.in())
        .find(arguments, until).stream().map(each -> each.withTimes(times)).toList();
  }

  /// A path that a flag names.
  @Nullable Path path(String flag) {
    String text = text(flag);
    try {
      return text == null ? null : surroundings.directory().resolve(text);
    } catch (InvalidPathException e) {
      throw wrong(flag, "'" + text + "' is no file name: " + e.getReason());
    }
  }

  /// The path that a flag names, which must be there.
  Path requiredPath(String flag, String what) {
    Path path = path(flag);
    if (path == null) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), "where to? Name " + what + " with -o");
    }
    return path;
  }

  /// Flushes what was written so far.
  ///
  /// @throws IOException if nobody reads it any more, or it cannot be written
  void requireReader() throws IOException {
    if (surroundings.out().checkError()) {
      throw new OutputClosedException();
    }
  }

  /// Standard output cannot be written to; [Main] tells why.
  static final class OutputClosedException extends IOException {
    private static final long serialVersionUID = 1;
  }

  /// Says that the unit of values is assumed, where what is printed has no place for it.
  void noteUnit(RawUnit unit) {
    if (unit.source() == RawUnit.Source.ASSUMED) {
      surroundings.err().println("takt: note: " + unit.note());
    }
  }

  /// Tells what is wrong, and makes an exit code of it.
  ///
  /// @param any whether there was anything to tell of
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
        .forEach(each -> surroundings.err().println("takt: " + each));
    problems.first().stream()
        .filter(Problem::isSerious)
        .limit(shown)
        .forEach(each -> surroundings.err().println("takt: " + each));
    long lost = problems.count(Problem.Severity.LOST);
    long all = lost + problems.count(Problem.Severity.FAULT);
    if (all > shown) {
      surroundings
          .err()
          .println(
              EnglishText.format("takt: and %,d more; takt log check lists them", all - shown));
    }
    long lines = lostLines(problems);
    if (lines > 0) {
      surroundings
          .err()
          .println(
              EnglishText.format(
                  "takt: %,d %s could not be used", lines, lines == 1 ? "line" : "lines"));
    }
  }

  /// How many lines could not be used; what is wrong with a log as a whole is no line.
  static long lostLines(Problems problems) {
    return problems.count(Problem.Severity.LOST)
        - problems.first().stream()
            .filter(each -> each.line() == 0 && each.severity() == Problem.Severity.LOST)
            .count();
  }

  /// Tells that no interval has a tag that was asked for.
  ///
  /// @return the exit code
  int noSuchTag(List<String> known) {
    boolean noLog = known.isEmpty() && problems.count(Problem.Severity.LOST) > PROBLEMS_SHOWN;
    printProblems(noLog ? FEW_PROBLEMS : PROBLEMS_SHOWN);
    if (noLog) {
      surroundings
          .err()
          .println("takt: that is no interval log; the log of a run is its " + LogFiles.OF_RUN);
    }
    List<String> asked = parsed.matchedOptionValue(LogFlags.TAG, List.of());
    boolean windowed = has(LogFlags.START) || has(LogFlags.END);
    String where = windowed && !known.isEmpty() ? " in that window" : "";
    if (asked.isEmpty() || known.isEmpty()) {
      surroundings.err().println("takt: there is no good interval" + where);
      return ExitCode.NOTHING;
    }
    surroundings
        .err()
        .println(
            EnglishText.format(
                "takt: no good interval has a tag %s%s; there are %s",
                String.join(" or ", asked), where, TagText.escape(String.join(", ", known))));
    return ExitCode.NOTHING;
  }
}
