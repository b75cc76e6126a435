package dev.takt.explain.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.takt.explain.capacity.SearchResult.EndReason;
import dev.takt.explain.capacity.SearchResult.Interval;
import dev.takt.explain.capacity.SearchResult.Tried;
import dev.takt.explain.capacity.SearchStep.Reason;
import dev.takt.explain.capacity.Trial.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {

  private static final SearchSettings USUAL = new SearchSettings(1000, 50_000, 0.05, 3, 30);
  private static final int SEARCHES = 200;
  private static final int HONEST = (int) (RateSearch.CONFIDENCE * SEARCHES);

  /// A simulated target.
  private interface Answers {
    Outcome at(double rate);
  }

  private record Searched(SearchResult finding, List<Trial> steps) {

    double held() {
      return Objects.requireNonNull(finding.held()).rate();
    }

    List<Double> rates() {
      return steps.stream().map(Trial::rate).toList();
    }
  }

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  private static Searched search(SearchSettings settings, Answers answers) {
    List<Trial> steps = new ArrayList<>();
    while (true) {
      switch (RateSearch.next(settings, steps)) {
        case SearchStep.Done(SearchResult finding) -> {
          return new Searched(finding, steps);
        }
        case SearchStep.Try(double rate, var _) -> steps.add(new Trial(rate, answers.at(rate)));
      }
    }
  }

  private static Outcome held(boolean holds) {
    return holds ? Outcome.HELD : Outcome.FAILED;
  }

  private static Answers sharp(double edge) {
    return rate -> held(rate <= edge);
  }

  private static double log2(double x) {
    return Math.log(x) / Math.log(2);
  }

  /// As many steps as doubling and bisection take, one to settle the first rate that fails, and
  /// some for confirmation at the edge: more for a finer resolution, since a small difference could
  /// be noise.
  @ParameterizedTest
  @CsvSource({"0.02, 15", "0.05, 8", "0.2, 5"})
  void withoutNoiseTheEdgeIsWithinTheResolutionInLogarithmicallyManySteps(
      double resolution, int toMakeSure) {
    SearchSettings settings = new SearchSettings(1000, 50_000, resolution, 3, 1000);
    double halving = Math.ceil(log2(Math.log(2) / Math.log1p(resolution)));
    for (int i = 0; i < 30; i++) {
      double edge = 1001 * Math.pow(49_000 / 1001.0, i / 29.0);

      Searched searched = search(settings, sharp(edge));

      assertThat(searched.finding().end()).isEqualTo(EndReason.FOUND);
      double found = searched.held();
      assertThat(edge).isBetween(found, found * (1 + resolution) * 1.000001);
      double doubling = Math.ceil(log2(edge / 1000)) + 1;
      assertThat((double) searched.steps().size())
          .isLessThanOrEqualTo(doubling + halving + toMakeSure);
    }
  }

  /// The edge of a number of users is exact where the resolution is finer than a user.
  @Test
  void wholeNumbersAreFoundExactly() {
    for (int high : new int[] {9, 60, 3000}) {
      SearchSettings settings = new SearchSettings(1, high, true, 0.05, 3, 1000);
      for (int edge = 1; edge < high; edge += 1 + edge / 7) {
        Searched searched = search(settings, sharp(edge));

        assertThat(searched.finding().end()).as("%d of %d", edge, high).isEqualTo(EndReason.FOUND);
        assertThat(searched.rates()).allMatch(each -> each == Math.rint(each));
        assertThat((double) edge).isBetween(searched.held(), searched.held() * 1.0501);
        if (edge < 20) {
          assertThat(searched.held()).isEqualTo(edge);
        }
        assertThat(searched.steps()).hasSizeLessThan(40);
      }
    }
  }

  @Test
  void ratesDoubleFromBelowUntilOneFails() {
    Searched searched = search(USUAL, sharp(7100));

    assertThat(searched.rates()).startsWith(1000.0, 2000.0, 4000.0, 8000.0, 8000.0);
    assertThat(searched.rates()).allMatch(each -> each <= 8000);
  }

  @Test
  void statedConfidenceIsReached() {
    assertThat(covered(0.02, 0.05)).isGreaterThanOrEqualTo(HONEST);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"0.01, 0", "0.05, 0", "0.05, 0.05", "0.1, 0"})
  void statedConfidenceIsReachedForAllNoises(double width, double fluke) {
    assertThat(covered(width, fluke)).isGreaterThanOrEqualTo(HONEST);
  }

  /// The fraction of searches whose interval contains the edge. A run holds with the probability of
  /// a logistic curve around the edge, and sometimes fails independently of the rate.
  private static int covered(double width, double fluke) {
    RandomGenerator random = random(7);
    int covered = 0;
    for (int i = 0; i < SEARCHES; i++) {
      double edge = 3000 * Math.exp(2 * random.nextDouble());
      Searched searched =
          search(
              USUAL,
              rate -> {
                double holds = 1 / (1 + Math.exp(Math.log(rate / edge) / width));
                return held(random.nextDouble() < holds && random.nextDouble() >= fluke);
              });
      covered += covers(searched, edge) ? 1 : 0;
    }
    return covered;
  }

  private static boolean covers(Searched searched, double edge) {
    Interval interval = searched.finding().edge();
    return interval != null && interval.low() <= edge && edge <= interval.high();
  }

  @Test
  void capacityOfMM1MatchesItsClosedForm() {
    queue(2000);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {500, 20_000})
  void capacityOfMM1IsFoundForAllRunLengths(int n) {
    queue(n);
  }

  /// An M/M/1 queue that carries 10,000/s: its response time is exponential, so its p99 is
  /// -ln(0.01) / (µ - λ), and a run of `n` operations measures an order statistic of it.
  private static void queue(int n) {
    double capacity = 10_000;
    double limit = 0.001;
    double edge = capacity + Math.log(0.01) / limit;
    assertThat(edge).isCloseTo(5394.8, within(0.1));
    RandomGenerator random = random(n);
    int covered = 0;
    double error = 0;
    for (int i = 0; i < SEARCHES; i++) {
      Searched searched =
          search(
              USUAL, rate -> held(rate < capacity && p99(random, n) / (capacity - rate) < limit));
      covered += covers(searched, edge) ? 1 : 0;
      error += Math.abs(searched.held() / edge - 1) / SEARCHES;
    }
    assertThat(covered).isGreaterThanOrEqualTo(HONEST);
    assertThat(error).isLessThan(0.05);
  }

  /// The 99th percentile of `n` values of the exponential distribution with mean 1. Only the top
  /// hundredth of them is drawn, in descending order, by the distribution of the maximum.
  private static double p99(RandomGenerator random, int n) {
    double uniform = 1;
    int fromTop = n - (int) Math.ceil(0.99 * n) + 1;
    for (int i = 0; i < fromTop; i++) {
      uniform *= Math.pow(random.nextDouble(), 1.0 / (n - i));
    }
    return -Math.log(1 - uniform);
  }

  @Test
  void searchEndsWhenTheLowestRateIsSettledToFail() {
    Searched searched = search(USUAL, sharp(500));

    assertThat(searched.finding())
        .isEqualTo(new SearchResult(EndReason.NONE_HOLDS, null, new Tried(1000, 0, 2), null, null));
    assertThat(searched.rates()).containsExactly(1000.0, 1000.0);
  }

  @Test
  void searchEndsWhenTheHighestRateHolds() {
    Searched searched = search(USUAL, sharp(1e9));

    assertThat(searched.finding())
        .isEqualTo(new SearchResult(EndReason.ALL_HOLD, new Tried(50_000, 2, 0), null, null, null));
    assertThat(searched.rates())
        .containsExactly(1000.0, 2000.0, 4000.0, 8000.0, 16_000.0, 32_000.0, 50_000.0, 50_000.0);
  }

  @Test
  void oneFailureByChanceDoesNotEndTheSearch() {
    int[] count = {0};
    Searched searched = search(USUAL, rate -> held(rate != 4000 || ++count[0] != 1));

    assertThat(searched.finding().end()).isEqualTo(EndReason.ALL_HOLD);
    assertThat(count[0]).isEqualTo(3);
  }

  @Test
  void withOneRepeatEachRunIsDecisive() {
    Searched searched = search(new SearchSettings(1000, 50_000, 0.05, 1, 30), sharp(500));

    assertThat(searched.rates()).containsExactly(1000.0);
  }

  @Test
  void repeatedGeneratorFailureEndsTheSearchAsItsLimit() {
    Searched searched = search(USUAL, rate -> rate < 8000 ? Outcome.HELD : Outcome.NOT_TRUSTED);

    assertThat(searched.finding())
        .isEqualTo(
            new SearchResult(EndReason.GENERATOR_LIMIT, new Tried(4000, 1, 0), null, null, null));
    assertThat(searched.rates()).endsWith(4000.0, 8000.0, 8000.0, 8000.0);
  }

  @Test
  void rateIsRepeatedAfterAGeneratorDisturbance() {
    int[] count = {0};
    Searched searched =
        search(USUAL, rate -> ++count[0] % 3 == 0 ? Outcome.NOT_TRUSTED : held(rate <= 7100));

    assertThat(searched.finding().end()).isEqualTo(EndReason.FOUND);
    assertThat(searched.held()).isBetween(7100 / 1.05, 7100.0);
  }

  /// The target fails between 3000/s and 3400/s, and holds again above.
  @Test
  void settledFailureBelowAHoldingRateLimitsTheResult() {
    SearchSettings settings = new SearchSettings(1000, 50_000, 0.05, 3, 60);
    Searched searched = search(settings, rate -> held((rate < 3000 || rate > 3400) && rate < 3800));

    assertThat(searched.held()).isLessThan(3800);
    Tried contradicted = searched.finding().contradicted();
    if (searched.held() > 3400) {
      assertThat(contradicted).isNull(); // the hole was never looked into
    } else {
      assertThat(searched.held()).isLessThan(3000);
    }
  }

  @Test
  void rateAboveASettledFailureIsNotTheResult() {
    List<Trial> steps =
        List.of(
            new Trial(1000, Outcome.HELD),
            new Trial(2000, Outcome.FAILED),
            new Trial(2000, Outcome.FAILED),
            new Trial(4000, Outcome.HELD),
            new Trial(8000, Outcome.FAILED));

    SearchResult finding = RateSearch.resultSoFar(USUAL, steps);

    assertThat(finding.held()).isEqualTo(new Tried(1000, 1, 0));
    assertThat(finding.failed()).isEqualTo(new Tried(2000, 0, 2));
    assertThat(finding.contradicted()).isEqualTo(new Tried(2000, 0, 2));
  }

  @Test
  void failureBelowAHoldingRateIsRepeated() {
    List<Trial> steps =
        List.of(
            new Trial(1000, Outcome.HELD),
            new Trial(4000, Outcome.FAILED),
            new Trial(4000, Outcome.FAILED),
            new Trial(2000, Outcome.FAILED),
            new Trial(2800, Outcome.HELD));

    assertThat(RateSearch.next(USUAL, steps)).isEqualTo(new SearchStep.Try(2000, Reason.CONFIRM));
  }

  @Test
  void maximumNumberOfStepsIsKept() {
    SearchSettings settings = new SearchSettings(1000, 50_000, 0.05, 3, 6);
    Searched searched = search(settings, sharp(7100));

    assertThat(searched.finding().end()).isEqualTo(EndReason.STEPS_SPENT);
    assertThat(searched.steps()).hasSize(6);
    assertThat(searched.held()).isGreaterThanOrEqualTo(4000);
  }

  @Test
  void resultBeforeTheFirstStepIsEmpty() {
    assertThat(RateSearch.resultSoFar(USUAL, List.of()))
        .isEqualTo(new SearchResult(EndReason.OPEN, null, null, null, null));
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new SearchSettings(0, 1, 0.05, 3, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SearchSettings(2, 2, 0.05, 3, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SearchSettings(1, 2, 0.001, 3, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SearchSettings(1, 2, 0.05, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SearchSettings(1, 2, 0.05, 3, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
