package dev.takt.explain.compare;

import dev.takt.explain.compare.Row.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Compares what two sides recorded, figure by figure.
///
/// A figure's difference is judged by the t distribution, with the spread that [BlockBootstrap]
/// finds in each side and as many degrees of freedom as there were blocks or runs (B. L. Welch,
/// 1947). All figures of all operations are one family: the chance that of two runs of the same
/// system any is called different is 5 % (S. Holm, "A simple sequentially rejective multiple test
/// procedure", 1979).
public final class Judge {

  /// How likely it may be that runs of the same system are called different.
  public static final double LEVEL = 0.05;

  /// By how much a figure of two runs of the same system differs beyond what their own unrest
  /// tells, as the standard deviation of each: what one run alone cannot know. It is the least that
  /// is taken for granted, not what a machine does.
  public static final double RUN_TO_RUN = 0.007;

  /// Smaller differences are never claimed: values have three digits.
  static final double RESOLUTION = 0.002;

  /// Fewer intervals cannot tell how restless a side is.
  static final int FEWEST_INTERVALS = 10;

  /// So many values must lie beyond a percentile.
  static final int FEWEST_BEYOND = 20;

  private static final int FEWEST_INTERVALS_WITH_ERRORS = 5;
  private static final double UNIFORM = 12;
  private static final double MANY = 1e6;

  private final List<RunSeries> baseline;
  private final List<RunSeries> candidate;
  private final double runToRun;

  private Judge(List<RunSeries> baseline, List<RunSeries> candidate, double runToRun) {
    this.baseline = baseline.stream().map(RunSeries::shortened).toList();
    this.candidate = candidate.stream().map(RunSeries::shortened).toList();
    this.runToRun = runToRun;
  }

  /// Compares all operations that every run of both sides has.
  ///
  /// @param runToRun the standard deviation between runs of the same system that is taken for
  ///   granted where each side has one run, such as [#RUN_TO_RUN]
  /// @return the figures in their order, operation by operation
  public static List<Row> rows(
      List<RunSeries> baseline, List<RunSeries> candidate, List<Figure> figures, double runToRun) {
    return new Judge(baseline, candidate, runToRun).rows(figures);
  }

  /// The operations that all runs have.
  static Set<String> common(List<RunSeries> runs) {
    Set<String> names = new TreeSet<>(runs.getFirst().operations().keySet());
    runs.forEach(each -> names.retainAll(each.operations().keySet()));
    return names;
  }

  private List<Row> rows(List<Figure> figures) {
    List<RunSeries> all = new ArrayList<>(baseline);
    all.addAll(candidate);
    List<List<Row>> rows =
        common(all).stream().parallel().map(name -> operation(name, figures)).toList();
    return adjusted(rows.stream().flatMap(List::stream).toList());
  }

  private List<Row> operation(String name, List<Figure> figures) {
    List<SideData> sides =
        List.of(baseline, candidate).stream().map(each -> new SideData(each, name)).toList();
    List<List<Estimate>> estimates =
        IntStream.range(0, 2)
            .parallel()
            .mapToObj(i -> BlockBootstrap.estimates(sides.get(i), figures))
            .toList();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < figures.size(); i++) {
      rows.add(
          row(
              name,
              figures.get(i),
              sides.getFirst(),
              sides.getLast(),
              estimates.getFirst().get(i),
              estimates.getLast().get(i)));
    }
    return rows;
  }

  private Row row(String name, Figure figure, SideData a, SideData b, Estimate of, Estimate with) {
    if (figure instanceof Figure.Max) {
      return told(
          name,
          figure,
          of,
          with,
          Verdict.NOT_JUDGED,
          "one operation decides it, so it has no interval");
    }
    if (figure instanceof Figure.Errors
        && a.errors() + b.errors() == 0
        && a.operations() > 0
        && b.operations() > 0) {
      return told(name, figure, of, with, Verdict.NO_DIFFERENCE, "");
    }
    String lack = lack(figure, a, b);
    if (!lack.isEmpty()) {
      return told(name, figure, of, with, Verdict.TOO_LITTLE_DATA, lack);
    }
    Estimate first = with.isOfOneRun() ? of : of.isOfOneRun() ? of.borrowing(with) : of;
    Estimate second = of.isOfOneRun() ? with : with.isOfOneRun() ? with.borrowing(of) : with;
    return judged(name, figure, first, second, resolution(figure, a) + resolution(figure, b));
  }

  private static Row told(
      String name, Figure figure, Estimate a, Estimate b, Verdict verdict, String reason) {
    return new Row(name, figure, a.value(), b.value(), null, Double.NaN, verdict, reason);
  }

  /// The variance that comes from reading a value to the width of a slot, or counting operations at
  /// the edges of a run.
  private static double resolution(Figure figure, SideData side) {
    double width =
        figure instanceof Figure.Throughput
            ? 1.0 / Math.max(1, side.operations())
            : side.slotWidth(figure);
    return width * width / UNIFORM;
  }

  private Row judged(String name, Figure figure, Estimate a, Estimate b, double resolution) {
    double difference = b.position() - a.position();
    double variance = a.variance() + b.variance() + resolution;
    double reach = StudentT.quantile(LEVEL, degrees(a, b, variance)) * Math.sqrt(variance);
    Interval interval =
        new Interval(part(figure, difference - reach), part(figure, difference + reach));
    double doubt = variance + beyondTheRuns(figure, a, b);
    double probability =
        doubt == 0
            ? difference == 0 ? 1 : 0
            : StudentT.twoSided(difference / Math.sqrt(doubt), degrees(a, b, doubt));
    return new Row(
        name, figure, a.value(), b.value(), interval, probability, Verdict.NO_DIFFERENCE, "");
  }

  private double beyondTheRuns(Figure figure, Estimate a, Estimate b) {
    boolean single = a.isOfOneRun() && b.isOfOneRun();
    return single && !(figure instanceof Figure.Errors) ? 2 * runToRun * runToRun : 0;
  }

  private static double part(Figure figure, double difference) {
    return figure instanceof Figure.Errors ? difference : Math.expm1(difference);
  }

  private static double degrees(Estimate a, Estimate b, double variance) {
    double divisor =
        a.variance() * a.variance() / a.degrees() + b.variance() * b.variance() / b.degrees();
    return divisor == 0 ? MANY : Math.min(MANY, variance * variance / divisor);
  }

  private static String lack(Figure figure, SideData a, SideData b) {
    int intervals = Math.min(a.intervals(), b.intervals());
    if (intervals < FEWEST_INTERVALS) {
      return "there are %d intervals only; it takes %d".formatted(intervals, FEWEST_INTERVALS);
    }
    return switch (figure) {
      case Figure.Percentile percentile -> {
        String lack = lack(percentile, a);
        yield lack.isEmpty() ? lack(percentile, b) : lack;
      }
      case Figure.Errors _ -> lackOfErrors(a, b);
      case Figure.Throughput _, Figure.Max _ ->
          Math.min(a.operations(), b.operations()) == 0 ? "nothing was done" : "";
    };
  }

  private static String lack(Figure.Percentile percentile, SideData side) {
    if (side.values() == 0) {
      return "nothing was measured";
    }
    double share = Math.min(percentile.percent(), 100 - percentile.percent()) / 100;
    long beyond = Math.round(side.values() * share);
    if (beyond < FEWEST_BEYOND) {
      return "%d operations lie beyond it; it takes %d".formatted(beyond, FEWEST_BEYOND);
    }
    int intervals = side.intervalsReaching(percentile);
    return intervals < FEWEST_INTERVALS
        ? "what lies beyond it is in %d intervals only; it takes %d"
            .formatted(intervals, FEWEST_INTERVALS)
        : "";
  }

  private static String lackOfErrors(SideData a, SideData b) {
    if (Math.min(a.operations(), b.operations()) == 0) {
      return "nothing was done";
    }
    long errors = a.errors() + b.errors();
    if (errors < FEWEST_BEYOND) {
      return "there are %d errors only; it takes %d".formatted(errors, FEWEST_BEYOND);
    }
    int intervals = Math.max(a.intervalsWithErrors(), b.intervalsWithErrors());
    return intervals < FEWEST_INTERVALS_WITH_ERRORS
        ? "the errors lie in %d intervals only; it takes %d"
            .formatted(intervals, FEWEST_INTERVALS_WITH_ERRORS)
        : "";
  }

  /// Holm's procedure: the least likely difference is held against the level divided by the number
  /// of figures, the next one against one figure less, until one does not pass.
  private static List<Row> adjusted(List<Row> rows) {
    List<Row> judged =
        rows.stream()
            .filter(each -> !Double.isNaN(each.probability()))
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

  /// What rows say together.
  public static Verdict overall(List<Row> rows) {
    boolean worse = any(rows, Verdict.WORSE);
    boolean better = any(rows, Verdict.BETTER);
    if (worse && better) {
      return Verdict.MIXED;
    }
    if (worse || better) {
      return worse ? Verdict.WORSE : Verdict.BETTER;
    }
    boolean anyJudged = rows.stream().anyMatch(each -> !Double.isNaN(each.probability()));
    return anyJudged ? Verdict.NO_DIFFERENCE : Verdict.TOO_LITTLE_DATA;
  }

  private static boolean any(List<Row> rows, Verdict verdict) {
    return rows.stream().anyMatch(each -> each.verdict() == verdict);
  }
}
