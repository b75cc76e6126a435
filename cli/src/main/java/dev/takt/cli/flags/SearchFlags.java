package dev.takt.cli.flags;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.explain.capacity.SearchSettings;
import dev.takt.lab.CapacitySearch;
import dev.takt.lab.Searched;
import dev.takt.load.config.Plan;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.rules.Assertion;
import dev.takt.load.rules.RuleException;
import dev.takt.load.schedule.Rate;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.MachineText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt find` that define the search.
final class SearchFlags {

  static final String SLO = "--slo";
  static final String BETWEEN = "--between";
  private static final String RESOLUTION = "--resolution";
  private static final String REPEATS = "--repeats";
  private static final String MAX_STEPS = "--max-steps";
  private static final String PAUSE = "--pause";

  private static final String DEFAULT_RESOLUTION = "5%";
  private static final String DEFAULT_REPEATS = "3";
  private static final String DEFAULT_MAX_STEPS = "30";
  private static final String DEFAULT_PAUSE = "1s";

  /// Of a search that no flags define.
  private static final Assertion DEFAULT_RULE =
      new Assertion(
          "errors < 0.1%",
          null, null, new Assertion.Figure.ErrorShare(), Assertion.Comparison.LESS, 0.001);

  private static final double AUTO_RESOLUTION = 0.1;
  private static final int AUTO_REPEATS = 3;
  private static final int AUTO_MAX_STEPS = 15;

  private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%");
  private static final Pattern WHOLE = Pattern.compile("\\d{1,6}");

  private SearchFlags() {}

  static List<OptionSpec> options() {
    return List.of(
        Options.list(
            SLO,
            "OBJECTIVE",
            "Objective: 'p99 < 20ms', 'read.service.p99.9 <= 50ms',"
                + " 'errors < 0.1%', 'errors < 10', 'rate > 990/s'; repeatable. A"
                + " --fail-if rule also counts, negated"),
        Options.text(
            BETWEEN,
            "LOW and HIGH",
            "The rates to search: 1k/s and 50k/s, or 1k/s..50k/s; or the numbers of users of"
                + " journeys: 10 and 500"),
        Options.text(
            RESOLUTION,
            "SHARE",
            "Resolution of the result, 0.5% to 50% of the rate (default "
                + DEFAULT_RESOLUTION
                + ")"),
        Options.text(
            REPEATS,
            "N",
            "Runs per rate near the threshold, decided by majority; odd (default "
                + DEFAULT_REPEATS
                + ")"),
        Options.text(MAX_STEPS, "N", "How many runs at most (default " + DEFAULT_MAX_STEPS + ")"),
        Options.text(
            PAUSE,
            "TIME",
            "Pause for the target to recover after a failed step (default " + DEFAULT_PAUSE + ")"));
  }

  /// A search that no flags define, which takes fewer steps.
  static CapacitySearch.Setup setup(
      Plan plan, List<DriverProvider> providers, double low, double high) {
    Rate lowest = Rate.parse(MachineText.format("%.3f/s", low));
    Rate highest = Rate.parse(MachineText.format("%.3f/s", high));
    return new CapacitySearch.Setup(
        plan,
        plan.failIf().isEmpty() ? List.of(DEFAULT_RULE) : List.of(),
        new Searched.OfRates(lowest, highest),
        new SearchSettings(
            lowest.perSecond(), highest.perSecond(), AUTO_RESOLUTION, AUTO_REPEATS, AUTO_MAX_STEPS),
        TimeUnit.SECONDS.toNanos(1),
        providers);
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

  /// Parses the settings of the search.
  ///
  /// @throws ParameterException if a value cannot be parsed or is out of range
  static SearchSettings settings(ParseResult parsed, Searched range) {
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
        range.low(), range.high(), range.isWhole(), resolution, repeats, maxSteps);
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
}
