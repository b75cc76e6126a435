package dev.takt.cli.flags;

import dev.takt.cli.args.CommandDeclaration;
import dev.takt.cli.args.FlagValues;
import dev.takt.cli.args.Options;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt explain`.
///
/// @param run the directory of the run
/// @param slowest how many of the slowest operations to list
/// @param operation the number of the operation to draw; null for none
/// @param json whether to print JSON
public record ExplainFlags(Path run, int slowest, @Nullable Integer operation, boolean json) {

  private static final String SLOWEST = "--slowest";
  private static final String OPERATION = "--operation";
  private static final int DEFAULT_SLOWEST = 10;
  private static final int MAX_SLOWEST = 10_000;

  public static CommandSpec spec() {
    return new CommandDeclaration(
            "takt explain",
            "Says what made the slow operations of a run slow, and what would be without it.")
        .examples(
            "  takt run --watch --out before            a run that was watched",
            "  takt explain before                      causes, and the ten slowest operations",
            "  takt explain before --operation 8123     one operation, with a drawing",
            "  takt explain before --format json        for machines")
        .synopsis("takt explain RUN [FLAGS]")
        .footer(
            "Time inside of a stall is that stall's; time in the backlog that stalls have left is",
            "theirs by their length; what is left is unexplained, and stays so. What would be without",
            "a cause is a model: the recorded arrivals through the same queue. The rules, and where",
            "they fail: explain/README.md.",
            "Exit codes: 0 fine, 1 there is no run, or it cannot be read, 2 usage.")
        .argument("RUN", "1", "The directory of a run")
        .options(
            Options.text(SLOWEST, "N", "How many of the slowest operations to list (default 10)"),
            Options.text(OPERATION, "ID", "Draws one operation; its number is that in the list"),
            Options.format(),
            Options.verbose(),
            Options.help())
        .spec();
  }

  /// @param directory the base of relative paths
  /// @throws ParameterException if a flag cannot be understood
  public static ExplainFlags of(ParseResult parsed, Path directory) {
    return new ExplainFlags(
        FlagValues.path(parsed, "RUN", directory, parsed.matchedPositionalValue(0, "")),
        FlagValues.whole(parsed, SLOWEST, DEFAULT_SLOWEST, 0, MAX_SLOWEST),
        parsed.hasMatchedOption(OPERATION)
            ? FlagValues.whole(parsed, OPERATION, 0, 0, Integer.MAX_VALUE)
            : null,
        FlagValues.isJson(parsed));
  }
}
