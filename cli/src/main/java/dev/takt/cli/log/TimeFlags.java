package dev.takt.cli.log;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.record.log.TimeColumns;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// The flags that define how logs write their times, where detection fails. All commands that read
/// logs share them.
public final class TimeFlags {

  private static final String TIMES = "--times";
  private static final String LENGTH_IS_END = "--length-is-end";

  private TimeFlags() {}

  public static List<OptionSpec> options() {
    return List.of(
        Options.text(
            TIMES,
            "auto|s|ms|us|ns",
            "Unit of the logs' start and length columns (default auto: by their size)"),
        Options.negatable(
            LENGTH_IS_END,
            "The logs' length column holds, or does not hold, the end of the interval (default: "
                + "recognised)"));
  }

  /// The values of the flags.
  public static TimeColumns columns(ParseResult parsed) {
    Boolean lengthIsEnd = parsed.matchedOptionValue(LENGTH_IS_END, (Boolean) null);
    return new TimeColumns(unit(parsed), lengthIsEnd);
  }

  private static @Nullable TimeUnit unit(ParseResult parsed) {
    String text = parsed.matchedOptionValue(TIMES, "auto");
    return switch (text) {
      case "auto" -> null;
      case "s" -> TimeUnit.SECONDS;
      case "ms" -> TimeUnit.MILLISECONDS;
      case "us", "µs" -> TimeUnit.MICROSECONDS;
      case "ns" -> TimeUnit.NANOSECONDS;
      default ->
          throw FlagValues.unknown(parsed, TIMES, text, List.of("auto", "s", "ms", "us", "ns"));
    };
  }
}
