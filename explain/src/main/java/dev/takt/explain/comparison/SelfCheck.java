package dev.takt.explain.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Measures the error rates of verdicts on pairs of simulated runs, for which it is known whether
/// they differ.
public final class SelfCheck {

  /// The figures that are compared for each pair.
  public static final List<Figure> FIGURES =
      List.of(
          new Figure.Percentile(50),
          new Figure.Percentile(90),
          new Figure.Percentile(99),
          new Figure.Percentile(99.9),
          new Figure.Throughput(),
          new Figure.Errors());

  private static final long SEED = 0x5eed_0f_7a27L;
  private static final int MINUTES_10 = 600;
  private static final int SHORT = 30;

  /// A kind of pairs.
  ///
  /// @param system the simulated system
  /// @param seconds the length of each run
  /// @param slowdown the factor by which the second run is slower; 1 for the same system
  public record Scenario(SyntheticWorkload system, int seconds, double slowdown) {

    /// The power of the most powerful test at the same significance level: the fraction of pairs
    /// that it would report as slower. NaN if unknown, or for the same system.
    public double maxPower() {
      return slowdown == 1
          ? Double.NaN
          : system.maxPower(seconds, slowdown, SignificanceTest.LEVEL);
    }
  }

  /// The result of a scenario.
  ///
  /// @param scenario the scenario
  /// @param pairs the number of pairs
  /// @param slower how many were reported as slower
  /// @param other how many were reported as different in another way
  /// @param intervals the number of confidence intervals of percentiles
  /// @param covering how many of these contain the true difference; -1 where that is unknown
  public record Score(
      Scenario scenario, int pairs, int slower, int other, int intervals, int covering) {

    Score plus(Score more) {
      return new Score(
          scenario,
          pairs + more.pairs,
          slower + more.slower,
          other + more.other,
          intervals + more.intervals,
          covering < 0 || more.covering < 0 ? -1 : covering + more.covering);
    }
  }

  private SelfCheck() {}

  /// The default scenarios: two systems, ten minutes and half a minute, the same and 5 % slower;
  /// and one with a correlation time so long that ten minutes of data are hardly sufficient.
  public static List<Scenario> defaultScenarios() {
    SyntheticWorkload wandering = new SyntheticWorkload.Wandering(500, 0.5, 0.05, 0.7);
    SyntheticWorkload queue = new SyntheticWorkload.Queue(1000, 0.7);
    List<Scenario> scenarios = new ArrayList<>();
    for (SyntheticWorkload each : List.of(wandering, queue)) {
      scenarios.add(new Scenario(each, MINUTES_10, 1));
      scenarios.add(new Scenario(each, SHORT, 1));
      scenarios.add(new Scenario(each, MINUTES_10, 1.05));
    }
    SyntheticWorkload restless = new SyntheticWorkload.Wandering(500, 0.5, 0.05, 0.95);
    scenarios.add(new Scenario(restless, MINUTES_10, 1));
    scenarios.add(new Scenario(restless, MINUTES_10, 1.05));
    return scenarios;
  }

  /// Simulates and compares pairs, in parallel. Deterministic: the same call gives the same score.
  public static Score score(Scenario scenario, int pairs) {
    return IntStream.range(0, pairs)
        .parallel()
        .mapToObj(pair -> score(scenario, rows(scenario, pair)))
        .reduce(new Score(scenario, 0, 0, 0, 0, isTruthKnown(scenario) ? 0 : -1), Score::plus);
  }

  /// The score of one pair.
  private static Score score(Scenario scenario, List<Row> rows) {
    Verdict verdict = SignificanceTest.overall(rows);
    List<Row.Interval> intervals =
        rows.stream()
            .filter(each -> each.figure() instanceof Figure.Percentile)
            .map(Row::interval)
            .filter(Objects::nonNull)
            .toList();
    long covering =
        intervals.stream().filter(each -> covers(each, scenario.slowdown() - 1)).count();
    return new Score(
        scenario,
        1,
        verdict == Verdict.WORSE ? 1 : 0,
        verdict == Verdict.BETTER || verdict == Verdict.MIXED ? 1 : 0,
        intervals.size(),
        (int) covering);
  }

  private static List<Row> rows(Scenario scenario, int pair) {
    SplittableRandom random = new SplittableRandom(SEED + pair);
    RunSeries before = scenario.system().run(scenario.seconds(), 1, random.split());
    RunSeries after =
        scenario.system().run(scenario.seconds(), scenario.slowdown(), random.split());
    return SignificanceTest.rows(
        List.of(before), List.of(after), FIGURES, SignificanceTest.RUN_TO_RUN);
  }

  /// Whether the true relative difference is known: the response time of a queue increases by more
  /// than its service time.
  private static boolean isTruthKnown(Scenario scenario) {
    return scenario.slowdown() == 1 || scenario.system() instanceof SyntheticWorkload.Wandering;
  }

  private static boolean covers(Row.Interval interval, double truth) {
    return interval.low() <= truth && truth <= interval.high();
  }
}
