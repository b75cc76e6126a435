package dev.takt.explain.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.comparison.SelfCheck.Scenario;
import dev.takt.explain.comparison.SelfCheck.Score;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Verdicts on pairs for which the truth is known. Of 100 pairs of the same system, 5 may be
/// reported as different; more than 11 would occur once in 200 times. Seeds are fixed: the tests
/// are deterministic.
class SelfCheckTest {

  private static final int PAIRS = 100;
  private static final int MAX_CLAIMS = 11;

  /// The coverage of nominal 95 % intervals is 89 % for half a minute and 95 % for ten minutes.
  private static final double MIN_COVERAGE = 0.85;

  /// The mean of M/M/1 at 70 % load and 1000/s is 1 / (1000/0.7 - 1000) s = 2.33 ms, the median is
  /// ln 2 of it.
  @Test
  void simulatedQueueHasTheResponseTimesOfMM1() {
    Scenario scenario = new Scenario(new SyntheticWorkload.Queue(1000, 0.7), 100, 1);
    Row p50 =
        SignificanceTest.rows(
                List.of(scenario.system().run(100, 1, new SplittableRandom(1))),
                List.of(scenario.system().run(100, 1, new SplittableRandom(2))),
                SelfCheck.FIGURES,
                SignificanceTest.RUN_TO_RUN)
            .getFirst();

    double median = Math.log(2) * 1e9 / (1000 / 0.7 - 1000);
    assertThat(p50.baseline()).isBetween(0.93 * median, 1.07 * median);
    assertThat(p50.candidate()).isBetween(0.93 * median, 1.07 * median);
  }

  /// The fraction that the most powerful test detects, or 1 where it is unknown.
  private static double possible(Scenario scenario) {
    double most = scenario.maxPower();
    return Double.isNaN(most) ? 1 : most;
  }

  /// Simulated independently of the tested code: the mean of the process is estimated by
  /// generalised least squares, and compared with the threshold of the normal distribution.
  @Test
  void maximumPowerMatchesASimulation() {
    double memory = 0.95;
    int seconds = 600;
    SplittableRandom random = new SplittableRandom(3);
    double deviation = Math.sqrt(0.0025 * (1 + memory) / (seconds * (1 - memory) + 2 * memory));
    int pairs = 20_000;
    int seen = 0;
    for (int pair = 0; pair < pairs; pair++) {
      double difference =
          Math.log(1.05) + mean(seconds, memory, random) - mean(seconds, memory, random);
      seen += Math.abs(difference) > 1.959964 * deviation * Math.sqrt(2) ? 1 : 0;
    }

    SyntheticWorkload system = new SyntheticWorkload.Wandering(500, 0.5, 0.05, memory);
    double most = new Scenario(system, seconds, 1.05).maxPower();
    assertThat(most).isBetween(0.79, 0.805);
    assertThat((double) seen / pairs).isBetween(most - 0.015, most + 0.015);
    assertThat(new Scenario(system, 823, 1.05).maxPower()).isBetween(0.895, 0.905);
    assertThat(new Scenario(system, seconds, 1).maxPower()).isNaN();
  }

  /// The generalised least squares estimate: the ends of the series have a larger weight.
  private static double mean(int seconds, double memory, SplittableRandom random) {
    double value = 0.05 * random.nextGaussian();
    double sum = 0;
    double weights = 0;
    for (int second = 0; second < seconds; second++) {
      double weight = second == 0 || second == seconds - 1 ? 1 : 1 - memory;
      sum += weight * value;
      weights += weight;
      value = memory * value + 0.05 * Math.sqrt(1 - memory * memory) * random.nextGaussian();
    }
    return sum / weights;
  }

  @Test
  void verdictsOnAFewPairsAreCorrect() {
    SyntheticWorkload system = new SyntheticWorkload.Wandering(100, 0.5, 0.03, 0.7);

    Score same = SelfCheck.score(new Scenario(system, 60, 1), 10);
    Score slower = SelfCheck.score(new Scenario(system, 60, 1.2), 10);

    assertThat(same.slower() + same.other()).isLessThanOrEqualTo(2);
    assertThat(same.covering()).isGreaterThanOrEqualTo(same.intervals() * 8 / 10);
    assertThat(slower.slower()).isEqualTo(10);
    assertThat(slower.other()).isZero();
  }

  static List<Scenario> scenarios() {
    return SelfCheck.defaultScenarios();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  @Tag("slow")
  void verdictsOnManyPairsAreCorrect(Scenario scenario) {
    Score score = SelfCheck.score(scenario, PAIRS);

    if (scenario.slowdown() == 1) {
      assertThat(score.slower() + score.other()).isLessThanOrEqualTo(MAX_CLAIMS);
    } else {
      assertThat(score.slower()).isGreaterThanOrEqualTo((int) (PAIRS * 0.9 * possible(scenario)));
    }
    if (score.covering() >= 0) {
      assertThat((double) score.covering() / score.intervals()).isBetween(MIN_COVERAGE, 1.0);
    }
  }
}
