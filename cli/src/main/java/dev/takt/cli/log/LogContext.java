package dev.takt.cli.log;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.render.RawUnit;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The common part of all commands of `takt log`: their flags, their files, and the problems of the
/// files.
final class LogContext {

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
    return FlagValues.text(parsed, flag);
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
      throw FlagValues.wrong(parsed, "which logs? Name files, or - for standard input");
    }
    TimeColumns times = TimeFlags.columns(parsed);
    return new LogFiles(context.directory(), context.in())
        .find(arguments, until).stream().map(each -> each.withTimes(times)).toList();
  }

  /// The path that a flag gives; null without the flag.
  @Nullable Path path(String flag) {
    return FlagValues.path(parsed, flag, context.directory());
  }

  /// The path that a flag gives. The flag is mandatory.
  Path requiredPath(String flag, String what) {
    Path path = path(flag);
    if (path == null) {
      throw FlagValues.wrong(parsed, "where to? Name " + what + " with -o");
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
      context.message("note: " + unit.note());
    }
  }

  /// Reports the problems, and returns the exit code.
  ///
  /// @param any whether there was any matching interval
  int finish(boolean any) {
    return new ProblemReport(this).finish(any);
  }

  /// Reports that no interval has a requested tag.
  ///
  /// @return the exit code
  int noSuchTag(List<String> known) {
    return new ProblemReport(this).noSuchTag(known);
  }
}
