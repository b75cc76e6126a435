package dev.takt.cli.flags;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.load.config.source.PlanKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt run` for one user instead of a run under load.
///
/// @param traces whether requests and answers are shown
/// @param user the number of the user, from 0
/// @param hasUser whether the user was chosen
public record OnceFlags(boolean traces, long user, boolean hasUser) {

  public static final String ONCE = "--once";
  public static final String TRACE = "--trace";
  public static final String USER = "--user-number";

  /// Plan keys whose flags ask for what is not there without a run.
  private static final List<PlanKey> OF_RUNS =
      List.of(
          PlanKey.OUT,
          PlanKey.WATCH,
          PlanKey.WATCH_PID,
          PlanKey.PROFILE,
          PlanKey.FAIL_IF,
          PlanKey.PROMETHEUS,
          PlanKey.OTLP);

  static List<OptionSpec> options() {
    return List.of(
        Options.flag(
            ONCE,
            "Run one user of the journeys, or one operation of each kind, without warm-up and run"
                + " directory"),
        Options.flag(TRACE, "With --once: show requests and answers, with secrets masked"),
        Options.text(USER, "N", "With --once: which user, by its number (default 1, the first)"));
  }

  /// @return empty without `--once`
  /// @throws ParameterException for flags that do not fit together
  public static Optional<OnceFlags> of(ParseResult parsed) {
    if (!parsed.hasMatchedOption(ONCE)) {
      for (String each : List.of(TRACE, USER)) {
        if (parsed.hasMatchedOption(each)) {
          throw FlagValues.wrong(parsed, each + " needs " + ONCE);
        }
      }
      return Optional.empty();
    }
    for (String each : ofRuns()) {
      if (parsed.hasMatchedOption(each)) {
        throw FlagValues.wrong(
            parsed, each + " is for a run, and " + ONCE + " makes none: leave out one of them");
      }
    }
    int user = FlagValues.integer(parsed, USER, 1, 1, 999_999_999);
    return Optional.of(
        new OnceFlags(parsed.hasMatchedOption(TRACE), user - 1L, parsed.hasMatchedOption(USER)));
  }

  private static List<String> ofRuns() {
    List<String> names =
        new ArrayList<>(
            List.of(
                Options.FORMAT,
                Options.QUIET,
                RunFlags.EXPLORE,
                RunFlags.NO_REPORT,
                RunFlags.STATUS,
                CiFlags.REPORT_JUNIT,
                CiFlags.SUMMARY_MARKDOWN,
                FleetFlags.FLEET));
    OF_RUNS.forEach(each -> names.add("--" + each.key()));
    return names;
  }
}
