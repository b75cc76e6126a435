package dev.takt.cli.flags;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.explain.attribution.classify.Cause;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt operations`.
///
/// @param run the directory of the run
/// @param slow whether to leave out operations that were not slow
/// @param cause selects the operations that a cause made slower; null for all
/// @param jsonLines whether to print JSON lines; else CSV
public record OperationsFlags(
    Path run, boolean slow, @Nullable Predicate<Cause> cause, boolean jsonLines) {

  private static final String SLOW = "--slow";
  private static final String CAUSE = "--cause";
  private static final String CSV = "csv";
  private static final String JSON_LINES = "jsonl";

  public static CommandSpec spec() {
    return new CommandDeclaration(
            "takt operations",
            "Prints the single operations of a run, with the causes of their latency.")
        .examples(
            "  takt operations before > operations.csv",
            "  takt operations before --slow --cause gc --format jsonl",
            "  duckdb -c \"from 'operations.csv' order by end_ns - intended_ns desc limit 5\"")
        .synopsis("takt operations RUN [FLAGS]")
        .footer(
            "All operations of the measured part, in the order in which they were due. Times are in",
            "nanoseconds after the start of the schedule and, with epoch, after 1970. Columns, DuckDB",
            "and pandas: docs/how-to/operations.md.",
            "Exit codes: 0 fine, 1 there is no run, or it cannot be read, 2 usage.")
        .argument("RUN", "1", "The directory of a run")
        .options(
            Options.flag(SLOW, "Only slow operations, as takt explain counts them"),
            Options.text(
                CAUSE,
                "NAME",
                "Only operations that it made slower: target, gc, 'target gc pause'"),
            Options.text(Options.FORMAT, "csv|jsonl", "What to print (default csv)"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  /// @param directory the base of relative paths
  /// @throws ParameterException if a flag cannot be understood
  public static OperationsFlags of(ParseResult parsed, Path directory) {
    String format = parsed.matchedOptionValue(Options.FORMAT, CSV);
    if (!format.equals(CSV) && !format.equals(JSON_LINES)) {
      throw FlagValues.unknown(parsed, Options.FORMAT, format, List.of(CSV, JSON_LINES));
    }
    String cause = FlagValues.text(parsed, CAUSE);
    return new OperationsFlags(
        FlagValues.path(parsed, "RUN", directory, parsed.matchedPositionalValue(0, "")),
        parsed.hasMatchedOption(SLOW),
        cause == null ? null : FlagValues.parse(parsed, CAUSE, cause, CauseFilter::parse),
        format.equals(JSON_LINES));
  }
}
