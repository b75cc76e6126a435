package dev.takt.cli.flags;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.Options;
import dev.takt.lab.CapacitySearch;
import dev.takt.load.config.Plan;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.driver.DriverProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt find`: those of `takt run` except the rate, and those of the search.
public final class FindFlags {

  static final String RATE = "--" + PlanKey.RATE.key();

  private static final String[] EXAMPLES = {
    "  takt find --slo 'p99 < 20ms' --between 1k/s and 50k/s http://127.0.0.1:8080/",
    "  takt find --slo 'p99 < 20ms' --slo 'errors < 0.1%' --between 1k/s..50k/s plan.yaml",
    "  takt find --slo 'p99 < 5ms' --between 100/s..2k/s --duration 5s --warmup 1s      the demo",
    "  takt find --slo 'p99.9 < 50ms' --between 10/s..500/s --resolution 2% --watch",
    "",
    "Each step is a run of its own, in its own directory. The rate doubles from the lowest until a",
    "step fails; then the range is bisected. A rate near the threshold is repeated until a majority",
    "of its runs agree. Assumption: a higher rate is never easier for the target.",
  };

  private final PlanFlags plan;

  public FindFlags(List<DriverProvider> providers) {
    plan =
        new PlanFlags(
            providers,
            Set.of(
                PlanKey.RATE,
                PlanKey.REPLAY,
                PlanKey.REPLAY_SPEED,
                PlanKey.REPLAY_FROM,
                PlanKey.REPLAY_TO,
                PlanKey.REPLAY_METHODS,
                PlanKey.SHARE,
                PlanKey.START_AT));
  }

  /// Joins the three words of `--between 1k/s and 50k/s` to one argument.
  public static List<String> withRange(List<String> args) {
    List<String> result = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      String each = args.get(i);
      if (each.equals(SearchFlags.BETWEEN) && isAnd(args, i + 2)) {
        result.add(SearchFlags.BETWEEN + "=" + args.get(i + 1) + ".." + args.get(i + 3));
        i += 3;
      } else if (each.startsWith(SearchFlags.BETWEEN + "=") && isAnd(args, i + 1)) {
        result.add(each + ".." + args.get(i + 2));
        i += 2;
      } else {
        result.add(each);
      }
    }
    return result;
  }

  private static boolean isAnd(List<String> args, int index) {
    return index + 1 < args.size() && args.get(index).equals("and");
  }

  public CommandSpec spec() {
    CommandDeclaration command =
        new CommandDeclaration("takt find", "Finds the highest rate that meets the objectives.")
            .examples(EXAMPLES)
            .synopsis(
                "takt find --slo OBJECTIVE --between LOW and HIGH [PLAN.yaml] [TARGET] [FLAGS]")
            .footer(
                "Exit codes: 0 found, or the highest rate holds, 1 a run failed, 2 usage or plan, 3 not"
                    + " even the",
                "lowest rate holds, 5 the generator could not keep a rate, 130 interrupted.")
            .group("The search", SearchFlags.options());
    return plan.declare(command, Map.of(), Map.of())
        .group(
            "What is shown",
            List.of(
                Options.text(
                    Options.FORMAT, "table|json", "What to print of the result (default table)"),
                Options.flag(Options.QUIET, "No progress on standard error"),
                Options.verbose(),
                Options.help()))
        // So that a user of `takt run`'s flag gets a helpful message instead of "unknown flag".
        .options(Options.text(RATE, "RATE", "").toBuilder().hidden(true).build())
        .spec();
  }

  /// A search that no flags define: for the rules of a plan, or for next to no errors if it has
  /// none.
  ///
  /// @param low operations per second, tried first
  /// @param high the highest rate to try
  public static CapacitySearch.Setup setup(
      Plan plan, List<DriverProvider> providers, double low, double high) {
    return SearchFlags.setup(plan, providers, low, high);
  }

  /// Defines the search.
  ///
  /// @throws PlanException if the plan is not valid
  /// @throws ParameterException if a flag is not valid, or does not fit the plan
  public CapacitySearch.Setup setup(ParseResult parsed, CliContext context) throws PlanException {
    return new FindSetup(plan, parsed).read(context);
  }
}
