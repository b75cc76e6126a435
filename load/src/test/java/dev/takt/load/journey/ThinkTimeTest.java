package dev.takt.load.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Think times have the distribution that was asked for.
class ThinkTimeTest {

  private static final long MS = 1_000_000;
  private static final int COUNT = 100_000;

  /// The think times between two steps of many users, sorted.
  private static long[] drawn(long seed, ThinkTime think) {
    List<Part> steps =
        List.of(
            new Part.Step(StepSpec.of("a", 0, List.of(), List.of())),
            new Part.Think(think),
            new Part.Step(StepSpec.of("b", 1, List.of(), List.of())));
    Journeys journeys = new Journeys(seed, List.of(new JourneySpec("j", 1, steps)), Feeder.NONE);
    long[] times = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      User user = journeys.arrive(i, 1000);
      assertThat(user.completed(5000 + i)).isEqualTo(User.Next.STEP);
      times[i] = user.due() - 5000 - i;
      assertThat(user.completed(9000)).isEqualTo(User.Next.END);
    }
    Arrays.sort(times);
    return times;
  }

  private static void assertWithin(double share, long actual, double expected) {
    assertThat(actual / expected).isBetween(1 - share, 1 + share);
  }

  @Test
  void lognormalHasItsMedianAndItsP99() {
    long[] times = drawn(3, new ThinkTime.LogNormal(2000 * MS, 10_000 * MS));
    assertWithin(0.01, times[COUNT / 2], 2e9);
    assertWithin(0.03, times[COUNT / 100 * 99], 10e9);
    // By symmetry of its logarithm: p1 = median² / p99.
    assertWithin(0.03, times[COUNT / 100], 0.4e9);
    // The normal distribution's quantile of 0.9 is 1.2815515655446004.
    double p90 = 2e9 * Math.exp(Math.log(5) / 2.3263478740408408 * 1.2815515655446004);
    assertWithin(0.02, times[COUNT / 10 * 9], p90);
  }

  @Test
  void uniformHasBothEnds() {
    long[] times = drawn(3, new ThinkTime.Uniform(100 * MS, 300 * MS));
    assertThat(times[0]).isBetween(100 * MS, 101 * MS);
    assertThat(times[COUNT - 1]).isBetween(299 * MS, 300 * MS);
    for (int tenth = 1; tenth < 10; tenth++) {
      assertWithin(0.02, times[COUNT / 10 * tenth], 100e6 + 20e6 * tenth);
    }
    assertThat(drawn(3, new ThinkTime.Uniform(7, 7))).containsOnly(7);
  }

  @Test
  void constantIsConstantAndSeedsDiffer() {
    assertThat(drawn(3, new ThinkTime.Constant(5 * MS))).containsOnly(5 * MS);
    ThinkTime think = new ThinkTime.Uniform(0, 300 * MS);
    assertThat(drawn(3, think)).isEqualTo(drawn(3, think)).isNotEqualTo(drawn(4, think));
  }

  /// The greatest deviate that can be drawn must not overflow.
  @Test
  void hugeTimesAreBounded() {
    ThinkTime wide = new ThinkTime.LogNormal(1, Long.MAX_VALUE / 4);
    for (long bits = 0; bits < 100_000; bits++) {
      assertThat(wide.nanos(bits)).isBetween(0L, ThinkTime.MAX_NANOS);
    }
  }
}
