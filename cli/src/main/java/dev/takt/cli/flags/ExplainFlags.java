package dev.takt.cli.flags;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
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
  private static final int DEFAULT_SLOWEST = 3;
  private static final int DEFAULT_SLOWEST_JSON = 10;
  private static final int MAX_SLOWEST = 10_000;

  public static CommandSpec spec() {
    return new CommandDeclaration(
            "takt explain",
            "Attributes the latency of slow operations to stalls, and predicts it without each cause.")
        .examples(
            "  takt run --watch --out before            a run that was watched",
            "  takt explain before                      all causes, and the slowest operations",
            "  takt explain before --operation 8123     one operation, with a drawing",
            "  takt explain before --format json        for machines")
        .synopsis("takt explain RUN [FLAGS]")
        .footer(
            "Time during a stall is attributed to it. Time in the backlog after stalls is attributed in",
            "proportion to their lengths. The rest is reported as unexplained. Percentiles without a cause",
            "are predicted by a replay of the recorded arrivals. Rules and limits: explain/README.md.",
            "Exit codes: 0 fine, 1 there is no run, or it cannot be read, 2 usage.")
        .argument("RUN", "1", "The directory of a run")
        .options(
            Options.text(
                SLOWEST, "N", "How many of the slowest operations to list (default 3; in JSON 10)"),
            Options.text(OPERATION, "ID", "Draw one operation, by its number in the list"),
            Options.format(),
            Options.verbose(),
            Options.help())
        .spec();
  }

  /// @param directory the base of relative paths
  /// @throws ParameterException if a flag cannot be understood
  public static ExplainFlags of(ParseResult parsed, Path directory) {
    boolean json = FlagValues.isJson(parsed);
    int slowest = json ? DEFAULT_SLOWEST_JSON : DEFAULT_SLOWEST;
    return new ExplainFlags(
        FlagValues.path(parsed, "RUN", directory, parsed.matchedPositionalValue(0, "")),
        FlagValues.integer(parsed, SLOWEST, slowest, 0, MAX_SLOWEST),
        parsed.hasMatchedOption(OPERATION)
            ? FlagValues.integer(parsed, OPERATION, 0, 0, Integer.MAX_VALUE)
            : null,
        json);
  }
}
