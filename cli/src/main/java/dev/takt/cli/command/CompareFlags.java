package dev.takt.cli.command;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.spi.render.Percentile;
import dev.takt.explain.comparison.Figure;
import dev.takt.explain.comparison.RegressionRule;
import dev.takt.explain.comparison.SignificanceTest;
import dev.takt.runs.model.RunTags.Measure;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// The flags of `takt compare`.
///
/// @param sides the run directories of each side, as given; the first side is the baseline
/// @param rules the conditions that count as a regression
/// @param figures what to compare
/// @param measure whose percentiles to compare; null for the headline of the runs
/// @param runToRun the assumed difference between two runs of one system, as a share
/// @param json whether to print JSON
/// @param selfCheck whether to compare simulated runs instead
/// @param pairs how many pairs of each kind to simulate
public record CompareFlags(
    List<List<String>> sides,
    List<RegressionRule> rules,
    List<Figure> figures,
    @Nullable Measure measure,
    double runToRun,
    boolean json,
    boolean selfCheck,
    int pairs) {

  private static final String BASELINE = "--a";
  private static final String CANDIDATE = "--b";
  private static final String FAIL_IF = "--fail-if";
  private static final String MEASURE = "--measure";
  private static final String PERCENTILES = "--percentiles";
  private static final String RUN_TO_RUN = "--run-to-run";
  private static final String SELF_CHECK = "--self-check";
  private static final String PAIRS = "--pairs";
  private static final String DEFAULT_PERCENTILES = "50,90,99,99.9";
  private static final int DEFAULT_PAIRS = 100;
  private static final int MAX_PAIRS = 10_000;
  private static final int MAX_SIDES = 26;

  public static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("takt compare");
    spec.usageMessage()
        .header("Compares runs: what differs, and whether the data can show it.", "")
        .description(
            "@|bold Examples|@",
            "  takt compare before after                     two run directories; the first is the baseline",
            "  takt compare before after1 after2             each against the first",
            "  takt compare --a before-* --b after-*         repeats of two systems",
            "  takt compare a1,a2,a3 b1,b2,b3                the same",
            "  takt compare before after --fail-if 'p99 worse by > 5%%' --fail-if 'errors worse by > 0.1%%'",
            "  takt compare --self-check                     how often verdicts on simulated runs are right",
            "")
        .customSynopsis("takt compare A B [C...] [FLAGS]", "")
        .footer(
            "",
            "A difference is claimed if the data show it: of two runs that differ by chance alone, one",
            "pair in twenty or less is called different. How: docs/explanation/comparing.md.",
            "A rule is " + RegressionRule.GRAMMAR.replace("%", "%%") + ".",
            "",
            "Exit codes: 0 fine (different or not), 1 a run cannot be read or compared, 2 usage, 4 a rule",
            "of --fail-if was broken, 5 the data do not decide it.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("A B")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("Run directories; several with commas between them are repeats of one")
            .build());
    spec.addOption(several(BASELINE, "Run directories of the baseline: repeats of one run"));
    spec.addOption(several(CANDIDATE, "Run directories to compare with it"));
    spec.addOption(
        Options.list(FAIL_IF, "RULE", "Exit with 4 if this is so; may be repeated (see below)"));
    spec.addOption(
        Options.text(
            MEASURE,
            "response|service|wait",
            "Whose percentiles (default: the headline of the runs)"));
    spec.addOption(
        Options.text(PERCENTILES, "LIST", "Which ones (default " + DEFAULT_PERCENTILES + ")"));
    spec.addOption(
        Options.text(
            RUN_TO_RUN,
            "PERCENT",
            "How much two runs of this system differ, if it is known (standard deviation, default "
                + plain(SignificanceTest.RUN_TO_RUN)
                + "%); only for one run of each side"));
    spec.addOption(Options.text(Options.FORMAT, "table|json", "What to print (default table)"));
    spec.addOption(
        Options.flag(
            SELF_CHECK, "Compare simulated runs, and report how often the verdict is right"));
    spec.addOption(
        Options.text(PAIRS, "N", "Of how many pairs of each kind (default " + DEFAULT_PAIRS + ")"));
    spec.addOption(Options.flag(Options.VERBOSE, "Stack traces of unexpected errors"));
    spec.addOption(Options.help());
    return spec;
  }

  private static String plain(double share) {
    return Double.toString(Math.round(share * 1000) / 10.0);
  }

  private static OptionSpec several(String name, String description) {
    return OptionSpec.builder(name)
        .paramLabel("DIR")
        .arity("1..*")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(description)
        .build();
  }

  /// @param directory the base of relative paths
  /// @throws ParameterException if the flags do not fit together
  public static CompareFlags of(ParseResult parsed, Path directory) {
    List<RegressionRule> rules = rules(parsed);
    boolean selfCheck = parsed.hasMatchedOption(SELF_CHECK);
    if (!selfCheck && parsed.hasMatchedOption(PAIRS)) {
      throw FlagValues.wrong(parsed, PAIRS, "it goes with " + SELF_CHECK);
    }
    if (selfCheck) {
      refuseOthers(parsed);
    }
    return new CompareFlags(
        selfCheck ? List.of() : sides(parsed, directory),
        rules,
        figures(parsed, rules),
        measure(parsed),
        runToRun(parsed),
        FlagValues.isJson(parsed),
        selfCheck,
        FlagValues.whole(parsed, PAIRS, DEFAULT_PAIRS, 1, MAX_PAIRS));
  }

  /// Simulated runs have neither directories nor rules.
  private static void refuseOthers(ParseResult parsed) {
    for (String each :
        List.of(BASELINE, CANDIDATE, FAIL_IF, MEASURE, PERCENTILES, RUN_TO_RUN, Options.FORMAT)) {
      if (parsed.hasMatchedOption(each)) {
        throw FlagValues.wrong(parsed, each, "it does not go with " + SELF_CHECK);
      }
    }
    if (parsed.hasMatchedPositional(0)) {
      throw wrong(parsed, "run directories do not go with " + SELF_CHECK);
    }
  }

  private static List<List<String>> sides(ParseResult parsed, Path directory) {
    List<String> positional = parsed.matchedPositionalValue(0, List.of());
    List<String> a = parsed.matchedOptionValue(BASELINE, List.of());
    List<String> b = parsed.matchedOptionValue(CANDIDATE, List.of());
    if (a.isEmpty() != b.isEmpty() || (!a.isEmpty() && !positional.isEmpty())) {
      throw wrong(parsed, "expected run directories, or " + BASELINE + " and " + CANDIDATE);
    }
    List<List<String>> sides = new ArrayList<>();
    if (a.isEmpty()) {
      positional.forEach(each -> sides.add(repeats(parsed, each, directory)));
    } else {
      for (List<String> each : List.of(a, b)) {
        sides.add(
            each.stream().flatMap(text -> repeats(parsed, text, directory).stream()).toList());
      }
    }
    if (sides.size() < 2 || sides.size() > MAX_SIDES) {
      throw wrong(parsed, "expected two run directories or more, found " + sides.size());
    }
    return sides;
  }

  /// A comma may be part of a directory's name.
  private static List<String> repeats(ParseResult parsed, String text, Path directory) {
    try {
      if (Files.exists(directory.resolve(text))) {
        return List.of(text);
      }
      List<String> parts = Stream.of(text.split(",")).filter(each -> !each.isBlank()).toList();
      return parts.isEmpty() ? List.of(text) : parts;
    } catch (InvalidPathException e) {
      throw wrong(parsed, "'" + text + "' is no path: " + e.getReason());
    }
  }

  private static List<RegressionRule> rules(ParseResult parsed) {
    List<RegressionRule> rules = new ArrayList<>();
    for (String each : parsed.matchedOptionValue(FAIL_IF, List.<String>of())) {
      try {
        rules.add(RegressionRule.parse(each));
      } catch (IllegalArgumentException e) {
        throw FlagValues.wrong(parsed, FAIL_IF, String.valueOf(e.getMessage()));
      }
    }
    return rules;
  }

  /// A percentile of a rule is compared too.
  private static List<Figure> figures(ParseResult parsed, List<RegressionRule> rules) {
    TreeSet<Figure.Percentile> percentiles =
        new TreeSet<>(Comparator.comparingDouble(Figure.Percentile::percent));
    String text = parsed.matchedOptionValue(PERCENTILES, DEFAULT_PERCENTILES);
    try {
      Percentile.parse(text).forEach(each -> percentiles.add(new Figure.Percentile(each.value())));
    } catch (IllegalArgumentException e) {
      throw FlagValues.wrong(parsed, PERCENTILES, String.valueOf(e.getMessage()));
    }
    for (RegressionRule each : rules) {
      if (each.figure() instanceof Figure.Percentile percentile) {
        percentiles.add(percentile);
      }
    }
    List<Figure> figures = new ArrayList<>(percentiles);
    figures.addAll(List.of(new Figure.Max(), new Figure.Throughput(), new Figure.Errors()));
    return figures;
  }

  private static @Nullable Measure measure(ParseResult parsed) {
    String text = parsed.matchedOptionValue(MEASURE, (String) null);
    return switch (text) {
      case null -> null;
      case "response" -> Measure.RESPONSE;
      case "service" -> Measure.SERVICE;
      case "wait" -> Measure.WAIT;
      default ->
          throw FlagValues.unknown(parsed, MEASURE, text, List.of("response", "service", "wait"));
    };
  }

  private static double runToRun(ParseResult parsed) {
    String text = parsed.matchedOptionValue(RUN_TO_RUN, (String) null);
    if (text == null) {
      return SignificanceTest.RUN_TO_RUN;
    }
    if (!text.strip().matches("\\d{1,2}(\\.\\d{1,4})?\\s*%?")) {
      throw FlagValues.wrong(
          parsed, RUN_TO_RUN, "expected a share such as 2%, less than 100%, found '" + text + "'");
    }
    return Double.parseDouble(text.replace("%", "").strip()) / 100;
  }

  private static ParameterException wrong(ParseResult parsed, String message) {
    return new ParameterException(parsed.commandSpec().commandLine(), message);
  }
}
