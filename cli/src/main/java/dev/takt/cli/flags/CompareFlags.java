package dev.takt.cli.flags;

import static dev.takt.cli.flags.CompareDeclaration.DEFAULT_PAIRS;
import static dev.takt.cli.flags.CompareDeclaration.DEFAULT_PERCENTILES;
import static dev.takt.cli.flags.CompareDeclaration.FAIL_IF;
import static dev.takt.cli.flags.CompareDeclaration.MAX_PAIRS;
import static dev.takt.cli.flags.CompareDeclaration.MEASURE;
import static dev.takt.cli.flags.CompareDeclaration.NOT_WITH_SELF_CHECK;
import static dev.takt.cli.flags.CompareDeclaration.NOT_WITH_WRITE_BASELINE;
import static dev.takt.cli.flags.CompareDeclaration.PAIRS;
import static dev.takt.cli.flags.CompareDeclaration.PERCENTILES;
import static dev.takt.cli.flags.CompareDeclaration.RUN_TO_RUN;
import static dev.takt.cli.flags.CompareDeclaration.SELF_CHECK;
import static dev.takt.cli.flags.CompareDeclaration.WRITE_BASELINE;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.render.Percentile;
import dev.takt.explain.comparison.Figure;
import dev.takt.explain.comparison.RegressionRule;
import dev.takt.explain.comparison.SignificanceTest;
import dev.takt.runs.model.RunTags.Measure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
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
/// @param simulatedPairs how many pairs of each kind to simulate and compare; null for none
/// @param newBaseline the baseline file to write of the only side; null to compare
public record CompareFlags(
    List<List<String>> sides,
    List<RegressionRule> rules,
    List<Figure> figures,
    @Nullable Measure measure,
    double runToRun,
    boolean json,
    @Nullable Integer simulatedPairs,
    @Nullable Path newBaseline) {

  /// @param directory the base of relative paths
  /// @throws ParameterException if the flags do not fit together
  public static CompareFlags of(ParseResult parsed, Path directory) {
    List<RegressionRule> rules = rules(parsed);
    boolean selfCheck = parsed.hasMatchedOption(SELF_CHECK);
    if (!selfCheck && parsed.hasMatchedOption(PAIRS)) {
      throw FlagValues.wrong(parsed, PAIRS, "only with " + SELF_CHECK);
    }
    if (selfCheck) {
      refuse(parsed, SELF_CHECK, NOT_WITH_SELF_CHECK);
      if (parsed.hasMatchedPositional(0)) {
        throw FlagValues.wrong(parsed, "run directories cannot be combined with " + SELF_CHECK);
      }
    }
    return new CompareFlags(
        selfCheck ? List.of() : CompareSides.of(parsed, directory),
        rules,
        figures(parsed, rules),
        measure(parsed),
        runToRun(parsed),
        FlagValues.isJson(parsed),
        selfCheck ? FlagValues.integer(parsed, PAIRS, DEFAULT_PAIRS, 1, MAX_PAIRS) : null,
        newBaseline(parsed, directory));
  }

  /// Nothing is compared, so that there is nothing to judge or to print.
  private static @Nullable Path newBaseline(ParseResult parsed, Path directory) {
    Path file = FlagValues.path(parsed, WRITE_BASELINE, directory);
    if (file != null) {
      refuse(parsed, WRITE_BASELINE, NOT_WITH_WRITE_BASELINE);
    }
    return file;
  }

  private static void refuse(ParseResult parsed, String flag, List<String> others) {
    for (String each : others) {
      if (parsed.hasMatchedOption(each)) {
        throw FlagValues.wrong(parsed, each, "cannot be combined with " + flag);
      }
    }
  }

  private static List<RegressionRule> rules(ParseResult parsed) {
    return parsed.matchedOptionValue(FAIL_IF, List.<String>of()).stream()
        .map(each -> FlagValues.parse(parsed, FAIL_IF, each, RegressionRule::parse))
        .toList();
  }

  /// A percentile of a rule is compared too. A baseline file always has the default ones.
  private static List<Figure> figures(ParseResult parsed, List<RegressionRule> rules) {
    TreeSet<Figure.Percentile> percentiles =
        new TreeSet<>(Comparator.comparingDouble(Figure.Percentile::percent));
    String text = parsed.matchedOptionValue(PERCENTILES, DEFAULT_PERCENTILES);
    percentiles.addAll(FlagValues.parse(parsed, PERCENTILES, text, CompareFlags::percentiles));
    if (parsed.hasMatchedOption(WRITE_BASELINE)) {
      percentiles.addAll(percentiles(DEFAULT_PERCENTILES));
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

  private static List<Figure.Percentile> percentiles(String text) {
    return Percentile.parse(text).stream()
        .map(each -> new Figure.Percentile(each.value()))
        .toList();
  }

  private static @Nullable Measure measure(ParseResult parsed) {
    String text = FlagValues.text(parsed, MEASURE);
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
    String text = FlagValues.text(parsed, RUN_TO_RUN);
    if (text == null) {
      return SignificanceTest.RUN_TO_RUN;
    }
    if (!text.strip().matches("\\d{1,2}(\\.\\d{1,4})?\\s*%?")) {
      throw FlagValues.wrong(
          parsed, RUN_TO_RUN, "expected a share such as 2%, less than 100%, found '" + text + "'");
    }
    return Double.parseDouble(text.replace("%", "").strip()) / 100;
  }
}
