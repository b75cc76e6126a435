package dev.takt.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Statistical tests with fixed seeds, so their result is always the same. One seed in ten thousand
/// would exceed the bounds.
class PoissonScheduleTest {

  private static final long SECOND = 1_000_000_000L;
  private static final int SAMPLES = 200_000;

  private static long[] offsets(Schedule schedule, int count) {
    Arrivals arrivals = schedule.arrivals();
    long[] offsets = new long[count];
    for (int i = 0; i < count; i++) {
      offsets[i] = arrivals.next();
    }
    return offsets;
  }

  private static Schedule poisson(long seed) {
    return Schedules.poisson(Rate.parse("1000/s"), seed);
  }

  @Test
  void isAPureFunctionOfItsSeed() {
    long[] first = offsets(poisson(7), 10_000);
    assertThat(offsets(poisson(7), 10_000)).isEqualTo(first);
    assertThat(offsets(poisson(8), 10_000)).isNotEqualTo(first);
  }

  /// Computed with an independent implementation of the same definition.
  @Test
  void isTheSameOnEveryMachineAndInEveryRelease() {
    assertThat(offsets(poisson(42), 5))
        .containsExactly(95_009L, 254_589L, 3_459_711L, 3_840_967L, 6_082_700L);
  }

  @Test
  void gapsAreExponential() {
    for (long seed : new long[] {1, 2, 3}) {
      long[] offsets = offsets(poisson(seed), SAMPLES);
      double[] gaps = new double[SAMPLES];
      long previous = 0;
      for (int i = 0; i < SAMPLES; i++) {
        gaps[i] = (offsets[i] - previous) / 1e6;
        previous = offsets[i];
      }
      // Kolmogorov–Smirnov test: P(sqrt(n)·D > 2.23) = 1e-4.
      assertThat(distanceToExponential(gaps) * Math.sqrt(SAMPLES)).isLessThan(2.23);
      assertThat(Arrays.stream(gaps).average().orElseThrow())
          .isCloseTo(1, within(3.9 / Math.sqrt(SAMPLES)));
      assertThat(serialCorrelation(gaps)).isCloseTo(0, within(3.9 / Math.sqrt(SAMPLES)));
    }
  }

  private static double distanceToExponential(double[] gaps) {
    double[] sorted = gaps.clone();
    Arrays.sort(sorted);
    double distance = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = 1 - Math.exp(-sorted[i]);
      distance = Math.max(distance, Math.abs(expected - (double) i / sorted.length));
      distance = Math.max(distance, Math.abs(expected - (i + 1.0) / sorted.length));
    }
    return distance;
  }

  private static double serialCorrelation(double[] gaps) {
    double sum = 0;
    for (int i = 1; i < gaps.length; i++) {
      sum += (gaps[i] - 1) * (gaps[i - 1] - 1);
    }
    return sum / gaps.length;
  }

  @Test
  void countsHaveTheirMeanAsVariance() {
    long[] offsets = offsets(poisson(11), SAMPLES);
    int windows = 1900;
    double[] counts = new double[windows];
    for (long offset : offsets) {
      int window = (int) (offset / (SECOND / 10));
      if (window < windows) {
        counts[window]++;
      }
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance = Arrays.stream(counts).map(c -> (c - mean) * (c - mean)).sum() / (windows - 1);
    assertThat(mean).isCloseTo(100, within(3.9 * Math.sqrt(100.0 / windows)));
    // The index of dispersion of a Poisson process is 1, with variance 2 / (windows - 1).
    assertThat(variance / mean).isCloseTo(1, within(3.9 * Math.sqrt(2.0 / (windows - 1))));
  }

  @Test
  void aTimeVaryingRateIsMetInEachSecond() {
    Schedule schedule =
        ScheduleSpec.parse("poisson ramp 0/s..20000/s 10s, hold 20000/s 5s")
            .toSchedule(5, null, List.of());
    double[] counts = new double[15];
    Arrivals arrivals = schedule.arrivals();
    for (long due = arrivals.next(); due != Arrivals.END; due = arrivals.next()) {
      counts[(int) (due / SECOND)]++;
    }
    double chiSquare = 0;
    for (int i = 0; i < counts.length; i++) {
      double expected = i < 10 ? 2000 * i + 1000 : 20_000;
      chiSquare += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    assertThat(chiSquare).isBetween(2.1, 44.3); // 15 degrees of freedom, 1e-4 on each side
  }

  @Test
  void anOscillatingRateIsMetInEachPartOfThePeriod() {
    Schedule schedule =
        ScheduleSpec.parse("poisson sine mean 10000/s amplitude 10000/s period 1s")
            .toSchedule(6, null, List.of());
    double[] counts = new double[20];
    Arrivals arrivals = schedule.arrivals();
    for (long due = arrivals.next(); due < 20 * SECOND; due = arrivals.next()) {
      counts[(int) (due % SECOND / (SECOND / 20))]++;
    }
    double chiSquare = 0;
    for (int i = 0; i < 20; i++) {
      double expected = 200_000 * (integral((i + 1) / 20.0) - integral(i / 20.0));
      chiSquare += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    assertThat(chiSquare).isBetween(3.9, 52.4); // 20 degrees of freedom, 1e-4 on each side
  }

  private static double integral(double x) {
    return x + (1 - Math.cos(2 * Math.PI * x)) / (2 * Math.PI);
  }
}
