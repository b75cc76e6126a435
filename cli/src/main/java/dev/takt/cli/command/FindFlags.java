package dev.takt.cli.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.usage.PlanArguments;
import dev.takt.explain.capacity.SearchSettings;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.rules.Assertion;
import dev.takt.load.rules.RuleException;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.ScheduleException;
import dev.takt.runs.text.EnglishText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt find`: those of `takt run` except the rate, and those of the search.
public final class FindFlags {

  static final String SLO = "--slo";
  private static final String BETWEEN = "--between";
  private static final String RESOLUTION = "--resolution";
  private static final String REPEATS = "--repeats";
  private static final String MAX_STEPS = "--max-steps";
  private static final String PAUSE = "--pause";
  private static final String RATE = "--" + PlanKey.RATE.key();

  private static final String DEFAULT_RESOLUTION = "5%";
  private static final String DEFAULT_REPEATS = "3";
  private static final String DEFAULT_MAX_STEPS = "30";
  private static final String DEFAULT_PAUSE = "1s";

  private static final Pattern RANGE = Pattern.compile("(.*?)(?:\\s*\\.\\.\\s*|\\s+and\\s+)(.*)");
  private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%");
  private static final Pattern WHOLE = Pattern.compile("\\d{1,6}");

  private static final String[] EXAMPLES = {
    "@|bold Examples|@",
    "  takt find --slo 'p99 < 20ms' --between 1k/s and 50k/s http://127.0.0.1:8080/",
    "  takt find --slo 'p99 < 20ms' --slo 'errors < 0.1%' --between 1k/s..50k/s plan.yaml",
    "  takt find --slo 'p99 < 5ms' --between 100/s..2k/s --duration 5s --warmup 1s      the demo",
    "  takt find --slo 'p99.9 < 50ms' --between 10/s..500/s --resolution 2% --watch",
    "",
    "Each step is a run like those of takt run, at another rate and in a directory of its own: the",
    "rate doubles from the lowest on until one fails, and then the edge is closed in upon. A rate at",
    "the edge is run again until most of its runs agree. It assumes that more load never makes it",
    "easier for the target.",
    "",
  };

  private final RunFlags runFlags;

  public FindFlags(List<DriverProvider> providers) {
    runFlags = new RunFlags(providers, Set.of(PlanKey.RATE));
  }

  /// Joins the three words of `--between 1k/s and 50k/s` to one argument.
  public static List<String> withRange(List<String> args) {
    List<String> result = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      String each = args.get(i);
      if (each.equals(BETWEEN) && isAnd(args, i + 2)) {
        result.add(BETWEEN + "=" + args.get(i + 1) + ".." + args.get(i + 3));
        i += 3;
      } else if (each.startsWith(BETWEEN + "=") && isAnd(args, i + 1)) {
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
    CommandSpec spec = CommandSpec.create().name("takt find");
    spec.usageMessage()
        .header("Finds the highest rate that holds what is asked of it.", "")
        .description(Stream.of(EXAMPLES).map(Options::escaped).toArray(String[]::new))
        .customSynopsis(
            "takt find --slo OBJECTIVE --between LOW and HIGH [PLAN.yaml] [TARGET] [FLAGS]", "")
        .footer(
            "",
            "Exit codes: 0 found, or the highest rate holds, 1 a run failed, 2 usage or plan, 3 not"
                + " even the",
            "lowest rate holds, 5 the generator could not offer a rate, 130 interrupted.");
    spec.addArgGroup(Options.group("%nThe search:%n", searchOptions()));
    runFlags.addPlan(spec);
    spec.addArgGroup(
        Options.group(
            "%nWhat is shown:%n",
            List.of(
                Options.text(Options.FORMAT, "table|json", false)
                    .description("What to print of the result (default table)")
                    .build(),
                Options.flag(Options.QUIET).description("No progress on standard error").build(),
                Options.flag(Options.VERBOSE)
                    .description("Stack traces of unexpected errors")
                    .build(),
                Options.help())));
    // Hidden, so that a user of `takt run`'s flag gets a helpful message instead of "unknown flag".
    spec.addOption(Options.text(RATE, "RATE", false).hidden(true).build());
    return spec;
  }

  private static List<OptionSpec> searchOptions() {
    return List.of(
        Options.text(SLO, "OBJECTIVE", true)
            .description(
                Options.escaped(
                    "What has to hold, as a rule: 'p99 < 20ms', 'read.service.p99.9 <= 50ms',"
                        + " 'errors < 0.1%', 'errors < 10', 'rate > 990/s'; repeatable. A rule of"
                        + " --fail-if counts as well, the other way round"))
            .build(),
        Options.text(BETWEEN, "LOW and HIGH", false)
            .description("The rates to search: 1k/s and 50k/s, or 1k/s..50k/s")
            .build(),
        Options.text(RESOLUTION, "SHARE", false)
            .description(
                Options.escaped(
                    "How closely to look, from 0.5% to 50% of the rate (default "
                        + DEFAULT_RESOLUTION
                        + ")"))
            .build(),
        Options.text(REPEATS, "N", false)
            .description(
                "A rate at the edge is settled when most of so many runs agree; odd (default "
                    + DEFAULT_REPEATS
                    + ")")
            .build(),
        Options.text(MAX_STEPS, "N", false)
            .description("How many runs at most (default " + DEFAULT_MAX_STEPS + ")")
            .build(),
        Options.text(PAUSE, "TIME", false)
            .description(
                "How long the target may recover after a run that did not hold (default "
                    + DEFAULT_PAUSE
                    + ")")
            .build());
  }

  /// The plan keys that the flags set, by key.
  ///
  /// @throws ParameterException if a rate is given: the search determines it
  Map<String, List<String>> planFlags(ParseResult parsed, PlanArguments arguments) {
    Map<String, List<String>> flags = runFlags.planFlags(parsed, arguments);
    if (parsed.hasMatchedOption(RATE) || flags.containsKey(PlanKey.RATE.key())) {
      throw FlagValues.wrong(
          parsed, RATE, "the rate is what is searched; say " + BETWEEN + " LOW and HIGH");
    }
    boolean hasWorkload =
        flags.containsKey(PlanKey.WORKLOAD.key())
            || flags.containsKey(PlanKey.WORKLOAD_CLASS.key());
    if (hasWorkload && arguments.plan() == null) {
      // Without a rate, a workload of YCSB's runs as fast as possible. The search needs a fixed
      // rate.
      flags.putIfAbsent(PlanKey.MODE.key(), List.of("fixed"));
    }
    return flags;
  }

  /// The objectives, in the given order; may be empty.
  ///
  /// @throws ParameterException if one cannot be parsed
  static List<Assertion> objectives(ParseResult parsed) {
    List<Assertion> objectives = new ArrayList<>();
    for (String each : parsed.matchedOptionValue(SLO, List.<String>of())) {
      try {
        objectives.add(Assertion.parse(each));
      } catch (RuleException e) {
        throw FlagValues.wrong(parsed, SLO, String.valueOf(e.getMessage()));
      }
    }
    return objectives;
  }

  /// The lower and the upper rate.
  record Range(Rate low, Rate high) {}

  /// Parses the rates to search between.
  ///
  /// @throws ParameterException if they are missing, cannot be parsed, or are not in order
  static Range range(ParseResult parsed) {
    String text = parsed.matchedOptionValue(BETWEEN, (String) null);
    if (text == null) {
      throw FlagValues.wrong(parsed, BETWEEN, "say which rates to search, such as 1k/s and 50k/s");
    }
    Matcher matcher = RANGE.matcher(text.strip());
    if (!matcher.matches()) {
      throw FlagValues.wrong(
          parsed, BETWEEN, "expected two rates, such as 1k/s and 50k/s, found '" + text + "'");
    }
    Range range = new Range(rate(parsed, matcher.group(1)), rate(parsed, matcher.group(2)));
    if (range.low().perSecond() >= range.high().perSecond()) {
      throw FlagValues.wrong(
          parsed,
          BETWEEN,
          "expected the lower rate first, found " + range.low() + " and " + range.high());
    }
    return range;
  }

  private static Rate rate(ParseResult parsed, String text) {
    try {
      return Rate.parse(text);
    } catch (ScheduleException e) {
      throw FlagValues.wrong(parsed, BETWEEN, String.valueOf(e.getMessage()));
    }
  }

  /// Parses the settings of the search.
  ///
  /// @throws ParameterException if a value cannot be parsed or is out of range
  static SearchSettings settings(ParseResult parsed, Range range) {
    double resolution = resolution(parsed);
    int repeats = whole(parsed, REPEATS, DEFAULT_REPEATS);
    if (repeats < 1 || repeats > SearchSettings.MAX_REPEATS || repeats % 2 == 0) {
      throw FlagValues.wrong(
          parsed,
          REPEATS,
          EnglishText.format(
              "expected an odd number from 1 to %d, found %d",
              SearchSettings.MAX_REPEATS, repeats));
    }
    int maxSteps = whole(parsed, MAX_STEPS, DEFAULT_MAX_STEPS);
    if (maxSteps < 1) {
      throw FlagValues.wrong(parsed, MAX_STEPS, "expected at least one step");
    }
    return new SearchSettings(
        range.low().perSecond(), range.high().perSecond(), resolution, repeats, maxSteps);
  }

  private static double resolution(ParseResult parsed) {
    String text = parsed.matchedOptionValue(RESOLUTION, DEFAULT_RESOLUTION);
    Matcher matcher = SHARE.matcher(text.strip());
    double share =
        matcher.matches()
            ? new BigDecimal(matcher.group(1)).movePointLeft(2).doubleValue()
            : Double.NaN;
    if (!(share >= SearchSettings.MIN_RESOLUTION && share <= SearchSettings.MAX_RESOLUTION)) {
      throw FlagValues.wrong(
          parsed, RESOLUTION, "expected a share from 0.5% to 50%, found '" + text + "'");
    }
    return share;
  }

  private static int whole(ParseResult parsed, String option, String otherwise) {
    String text = parsed.matchedOptionValue(option, otherwise);
    if (!WHOLE.matcher(text).matches()) {
      throw FlagValues.wrong(parsed, option, "expected a whole number, found '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  /// The pause after a run that failed its objectives, in nanoseconds.
  ///
  /// @throws ParameterException if it cannot be parsed
  static long pauseNanos(ParseResult parsed) {
    return FlagValues.timeOrZero(parsed, PAUSE, DEFAULT_PAUSE);
  }

  static ParameterException noObjective(ParseResult parsed) {
    return FlagValues.wrong(
        parsed,
        SLO,
        "say what has to hold, such as " + SLO + " 'p99 < 20ms'; see takt find --help");
  }
}
