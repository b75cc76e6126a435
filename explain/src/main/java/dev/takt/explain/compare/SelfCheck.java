package dev.takt.explain.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Holds verdicts against the truth: pairs of simulated runs, of which it is known whether they
/// differ.
public final class SelfCheck {

  /// What is compared of each pair.
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

  /// Pairs of one kind.
  ///
  /// @param system what is simulated
  /// @param seconds how long each run is
  /// @param slowdown of the second run of each pair; 1 for the same system
  public record Scenario(SimulatedSystem system, int seconds, double slowdown) {

    /// How many of all pairs the best of all tests would call slower that is wrong as seldom as is
    /// promised here; NaN if that is not known, or there is nothing to call slower.
    public double mostPossible() {
      return slowdown == 1 ? Double.NaN : system.mostPower(seconds, slowdown, Judge.LEVEL);
    }
  }

  /// What came of them.
  ///
  /// @param scenario which pairs
  /// @param pairs how many
  /// @param slower how many were called slower
  /// @param other how many were called different in any other way
  /// @param intervals how many intervals of percentiles were told
  /// @param covering how many of them hold the true difference; -1 where that is not known
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

  /// The scenarios that are usual: two systems, ten minutes and half a minute, the same and 5 %
  /// slower; and one with a memory so long that ten minutes of it tell little.
  public static List<Scenario> usual() {
    SimulatedSystem wandering = new SimulatedSystem.Wandering(500, 0.5, 0.05, 0.7);
    SimulatedSystem queue = new SimulatedSystem.Queue(1000, 0.7);
    List<Scenario> scenarios = new ArrayList<>();
    for (SimulatedSystem each : List.of(wandering, queue)) {
      scenarios.add(new Scenario(each, MINUTES_10, 1));
      scenarios.add(new Scenario(each, SHORT, 1));
      scenarios.add(new Scenario(each, MINUTES_10, 1.05));
    }
    SimulatedSystem restless = new SimulatedSystem.Wandering(500, 0.5, 0.05, 0.95);
    scenarios.add(new Scenario(restless, MINUTES_10, 1));
    scenarios.add(new Scenario(restless, MINUTES_10, 1.05));
    return scenarios;
  }

  /// Simulates pairs and compares them, several at a time. The same call gives the same score.
  public static Score score(Scenario scenario, int pairs) {
    return IntStream.range(0, pairs)
        .parallel()
        .mapToObj(pair -> score(scenario, rows(scenario, pair)))
        .reduce(new Score(scenario, 0, 0, 0, 0, isTruthKnown(scenario) ? 0 : -1), Score::plus);
  }

  /// Of one pair.
  private static Score score(Scenario scenario, List<Row> rows) {
    Verdict verdict = Judge.overall(rows);
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
    return Judge.rows(List.of(before), List.of(after), FIGURES, Judge.RUN_TO_RUN);
  }

  /// A queue whose service takes longer answers later by more than that.
  private static boolean isTruthKnown(Scenario scenario) {
    return scenario.slowdown() == 1 || scenario.system() instanceof SimulatedSystem.Wandering;
  }

  private static boolean covers(Row.Interval interval, double truth) {
    return interval.low() <= truth && truth <= interval.high();
  }
}
