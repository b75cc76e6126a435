package dev.takt.explain.comparison;

import dev.takt.explain.comparison.Row.Interval;
import dev.takt.runs.model.Baseline.Operation;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Tests the figures of two sides for significant differences.
///
/// Each difference is tested by Welch's t-test (B. L. Welch, 1947), with the variance that
/// [BlockBootstrap] estimates for each side, and as many degrees of freedom as there were blocks or
/// runs. All figures of all operations form one family: for two runs of the same system, the
/// probability that any figure is reported as different is 5 % (S. Holm, "A simple sequentially
/// rejective multiple test procedure", 1979).
public final class SignificanceTest {

  /// The significance level: the probability that runs of the same system are reported as
  /// different.
  public static final double LEVEL = 0.05;

  /// The default for the variation of a figure between runs of the same system, beyond the
  /// variation within a run, as a standard deviation: a single run cannot show it. This is a
  /// minimum, not what a real machine does.
  public static final double RUN_TO_RUN = 0.007;

  /// Smaller relative differences are never reported, since values have three digits.
  static final double RESOLUTION = 0.002;

  /// The minimum number of intervals to estimate the variance of a side.
  static final int MIN_INTERVALS = 10;

  /// The minimum number of values beyond a percentile.
  static final int MIN_BEYOND = 20;

  private static final int MIN_INTERVALS_WITH_ERRORS = 5;
  private static final String NO_OPERATIONS = "did nothing";
  private static final double UNIFORM_VARIANCE_DIVISOR = 12;
  private static final double MAX_DEGREES = 1e6;

  private final Map<String, Operation> baseline;
  private final Map<String, Operation> candidate;
  private final List<String> labels;
  private final double runToRun;
  private final MachineControl machine;

  private SignificanceTest(
      Map<String, Operation> baseline,
      Map<String, Operation> candidate,
      List<String> labels,
      double runToRun,
      MachineControl machine) {
    this.machine = machine;
    this.labels = labels;
    this.baseline = baseline;
    this.candidate = candidate;
    this.runToRun = runToRun;
  }

  /// Compares all operations that every run of both sides has.
  ///
  /// @param runToRun the standard deviation between runs of the same system that is assumed where
  ///   each side has one run, such as [#RUN_TO_RUN]
  /// @return the figures in their order, operation by operation
  public static List<Row> rows(
      List<RunSeries> baseline, List<RunSeries> candidate, List<Figure> figures, double runToRun) {
    return rows(
        estimates(baseline, figures),
        estimates(candidate, figures),
        List.of("A", "B"),
        figures,
        runToRun,
        MachineControl.UNKNOWN);
  }

  /// Compares all operations that both sides have.
  ///
  /// @param baseline the estimates of the first side, by operation
  /// @param candidate those of the second side
  /// @param labels the names of the two sides in messages
  /// @param machine the machine state of both sides
  static List<Row> rows(
      Map<String, Operation> baseline,
      Map<String, Operation> candidate,
      List<String> labels,
      List<Figure> figures,
      double runToRun,
      MachineControl machine) {
    return new SignificanceTest(baseline, candidate, labels, runToRun, machine).rows(figures);
  }

  /// Estimates the figures of each operation that all runs of a side have.
  static Map<String, Operation> estimates(List<RunSeries> runs, List<Figure> figures) {
    List<RunSeries> coarsened = runs.stream().map(RunSeries::coarsened).toList();
    return common(coarsened).stream()
        .parallel()
        .collect(
            Collectors.toMap(
                name -> name,
                name -> BlockBootstrap.estimates(new SideData(coarsened, name), figures),
                (a, _) -> a,
                TreeMap::new));
  }

  /// The operations that all runs have.
  static Set<String> common(List<RunSeries> runs) {
    Set<String> names = new TreeSet<>(runs.getFirst().operations().keySet());
    runs.forEach(each -> names.retainAll(each.operations().keySet()));
    return names;
  }

  private List<Row> rows(List<Figure> figures) {
    List<Row> rows = new ArrayList<>();
    baseline.forEach((name, a) -> {
      Operation b = candidate.get(name);
      if (b != null) {
        figures.forEach(figure -> rows.add(row(name, figure, a, b)));
      }
    });
    return applyHolm(rows);
  }

  private Row row(String name, Figure figure, Operation a, Operation b) {
    Estimate of = Estimate.of(figure, a);
    Estimate with = Estimate.of(figure, b);
    if (figure instanceof Figure.Max) {
      return unjudged(
          name,
          figure,
          of,
          with,
          Verdict.NOT_JUDGED,
          "one operation determines it, so it has no interval");
    }
    if (figure instanceof Figure.Errors
        && a.errors() + b.errors() == 0
        && a.total() > 0
        && b.total() > 0) {
      return unjudged(name, figure, of, with, Verdict.NO_DIFFERENCE, "");
    }
    String lack = missingData(figure, a, b);
    if (!lack.isEmpty()) {
      return unjudged(name, figure, of, with, Verdict.TOO_LITTLE_DATA, lack);
    }
    Estimate first = with.isOfOneRun() ? of : of.isOfOneRun() ? of.withRunVarianceOf(with) : of;
    Estimate second =
        of.isOfOneRun() ? with : with.isOfOneRun() ? with.withRunVarianceOf(of) : with;
    Row row = test(name, figure, first, second, resolution(figure, a) + resolution(figure, b));
    Interval interval = row.interval();
    String unlike =
        interval == null
            ? ""
            : machine.incomparableReason(figure, interval, labels.getFirst(), labels.getLast());
    return unlike.isEmpty() ? row : row.notComparable(unlike);
  }

  private static Row unjudged(
      String name, Figure figure, Estimate a, Estimate b, Verdict verdict, String reason) {
    return new Row(name, figure, a.value(), b.value(), null, Double.NaN, verdict, reason);
  }

  /// The variance due to quantisation: the width of a histogram slot, or the counting of operations
  /// at the edges of a run.
  private static double resolution(Figure figure, Operation side) {
    double width =
        figure instanceof Figure.Throughput
            ? 1.0 / Math.max(1, side.total())
            : Estimate.slotWidth(figure, side);
    return width * width / UNIFORM_VARIANCE_DIVISOR;
  }

  private Row test(String name, Figure figure, Estimate a, Estimate b, double resolution) {
    double difference = b.position() - a.position();
    double variance = a.variance() + b.variance() + resolution;
    double reach = StudentT.quantile(LEVEL, degrees(a, b, variance)) * Math.sqrt(variance);
    Interval interval =
        new Interval(relative(figure, difference - reach), relative(figure, difference + reach));
    double doubt = variance + runToRunVariance(figure, a, b);
    double probability =
        doubt == 0
            ? difference == 0 ? 1 : 0
            : StudentT.twoSided(difference / Math.sqrt(doubt), degrees(a, b, doubt));
    return new Row(
        name, figure, a.value(), b.value(), interval, probability, Verdict.NO_DIFFERENCE, "");
  }

  private double runToRunVariance(Figure figure, Estimate a, Estimate b) {
    boolean single = a.isOfOneRun() && b.isOfOneRun();
    return single && !(figure instanceof Figure.Errors) ? 2 * runToRun * runToRun : 0;
  }

  private static double relative(Figure figure, double difference) {
    return figure instanceof Figure.Errors ? difference : Math.expm1(difference);
  }

  private static double degrees(Estimate a, Estimate b, double variance) {
    double divisor =
        a.variance() * a.variance() / a.degrees() + b.variance() * b.variance() / b.degrees();
    return divisor == 0 ? MAX_DEGREES : Math.min(MAX_DEGREES, variance * variance / divisor);
  }

  /// Which data are missing on which side, and what to do about it; empty if nothing is missing.
  private String missingData(Figure figure, Operation a, Operation b) {
    if (figure instanceof Figure.Errors) {
      String done = joinSides(a, b, each -> each.total() == 0 ? NO_OPERATIONS : "");
      String lack = done.isEmpty() ? joinSides(a, b, SignificanceTest::missingIntervals) : done;
      return lack.isEmpty() ? missingErrors(a, b) : lack;
    }
    return joinSides(a, b, side -> missingData(figure, side));
  }

  private String joinSides(Operation a, Operation b, Function<Operation, String> lack) {
    return Stream.of(
            labelled(labels.getFirst(), lack.apply(a)), labelled(labels.getLast(), lack.apply(b)))
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String labelled(String label, String lack) {
    return lack.isEmpty() ? "" : label + " " + lack;
  }

  private static String missingData(Figure figure, Operation side) {
    boolean isOfTimes = figure instanceof Figure.Percentile;
    if (isOfTimes ? side.values() == 0 && side.total() == 0 : side.total() == 0) {
      return NO_OPERATIONS;
    }
    String lack = missingIntervals(side);
    return lack.isEmpty() && figure instanceof Figure.Percentile percentile
        ? missingValues(percentile, side)
        : lack;
  }

  private static String missingIntervals(Operation side) {
    int intervals = side.intervals();
    return intervals < MIN_INTERVALS
        ? EnglishText.format(
            "has %s, but needs %d: %s",
            plural(intervals, "interval"),
            MIN_INTERVALS,
            advice((double) MIN_INTERVALS / intervals))
        : "";
  }

  private static String missingValues(Figure.Percentile percentile, Operation side) {
    if (side.values() == 0) {
      return "completed nothing: see its errors";
    }
    double share = Math.min(percentile.percent(), 100 - percentile.percent()) / 100;
    double beyond = side.values() * share;
    if (Math.round(beyond) < MIN_BEYOND) {
      return EnglishText.format(
          "has %s beyond it, but needs %d: %s",
          plural(Math.round(beyond), "operation"), MIN_BEYOND, advice(MIN_BEYOND / beyond));
    }
    int intervals = Estimate.intervalsReaching(percentile, side);
    return intervals < MIN_INTERVALS
        ? EnglishText.format(
            "has values beyond it in only %s, but needs %d: %s",
            plural(intervals, "interval"),
            MIN_INTERVALS,
            advice((double) MIN_INTERVALS / Math.max(1, intervals)))
        : "";
  }

  private String missingErrors(Operation a, Operation b) {
    String both = labels.getFirst() + " and " + labels.getLast();
    long errors = a.errors() + b.errors();
    if (errors < MIN_BEYOND) {
      return EnglishText.format(
          "%s together have %s, but need %d: %s",
          both, plural(errors, "error"), MIN_BEYOND, advice((double) MIN_BEYOND / errors));
    }
    int intervals = Math.max(a.intervalsWithErrors(), b.intervalsWithErrors());
    return intervals < MIN_INTERVALS_WITH_ERRORS
        ? EnglishText.format(
            "%s have errors in only %s, but need %d on one side: %s",
            both,
            plural(intervals, "interval"),
            MIN_INTERVALS_WITH_ERRORS,
            advice((double) MIN_INTERVALS_WITH_ERRORS / intervals))
        : "";
  }

  private static String plural(long count, String what) {
    return EnglishText.format("%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  private static String advice(double times) {
    return EnglishText.format(
        "run it %,d times as long, or that many times", (long) Math.ceil(Math.max(2, times)));
  }

  /// Holm's procedure: the smallest p-value is compared with the level divided by the number of
  /// figures, the next one with the level divided by one figure less, until one does not pass.
  private static List<Row> applyHolm(List<Row> rows) {
    List<Row> judged =
        rows.stream()
            .filter(SignificanceTest::isJudged)
            .sorted(Comparator.comparingDouble(Row::probability))
            .toList();
    List<Row> result = new ArrayList<>(rows);
    double least = 0;
    for (int i = 0; i < judged.size(); i++) {
      Row row = judged.get(i);
      least = Math.min(1, Math.max(least, row.probability() * (judged.size() - i)));
      result.set(result.indexOf(row), row.judged(least, verdict(row, least)));
    }
    return result;
  }

  private static Verdict verdict(Row row, double probability) {
    boolean tooSmall =
        !(row.figure() instanceof Figure.Errors) && Math.abs(row.relative()) < RESOLUTION;
    if (probability > LEVEL || tooSmall) {
      return Verdict.NO_DIFFERENCE;
    }
    return row.worseBy() > 0 ? Verdict.WORSE : Verdict.BETTER;
  }

  /// The overall verdict of rows.
  public static Verdict overall(List<Row> rows) {
    boolean worse = any(rows, Verdict.WORSE);
    boolean better = any(rows, Verdict.BETTER);
    if (worse && better) {
      return Verdict.MIXED;
    }
    if (worse || better) {
      return worse ? Verdict.WORSE : Verdict.BETTER;
    }
    if (any(rows, Verdict.NOT_COMPARABLE)
        && rows.stream().noneMatch(each -> isJudged(each) && each.figure().isTime())) {
      return Verdict.NOT_COMPARABLE; // an equal throughput says nothing about the times
    }
    return rows.stream().anyMatch(SignificanceTest::isJudged)
        ? Verdict.NO_DIFFERENCE
        : Verdict.TOO_LITTLE_DATA;
  }

  private static boolean isJudged(Row row) {
    return !Double.isNaN(row.probability());
  }

  private static boolean any(List<Row> rows, Verdict verdict) {
    return rows.stream().anyMatch(each -> each.verdict() == verdict);
  }
}
