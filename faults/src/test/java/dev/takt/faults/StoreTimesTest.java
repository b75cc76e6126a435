package dev.takt.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StoreTimesTest {

  private static final int MANY = 60_000;

  /// The percentiles 50, 99 and 99.9 are ln 2, ln 100 and ln 1000 times the mean.
  @Test
  void percentilesAreExponential() {
    assertThat(StoreTimes.percentile(50)).isEqualTo(1_386_294);
    assertThat(StoreTimes.percentile(99)).isEqualTo(9_210_340);
    assertThat(StoreTimes.percentile(99.9)).isEqualTo(13_815_511);
  }

  @Test
  void drawnTimesHaveThesePercentiles() {
    long[] sorted = LongStream.of(drawn(1)).sorted().toArray();

    assertThat(Arrays.stream(sorted).average().orElse(0))
        .isCloseTo(StoreTimes.MEAN_NANOS, within(0.02 * StoreTimes.MEAN_NANOS));
    for (double percentile : new double[] {50, 99, 99.9}) {
      double known = StoreTimes.percentile(percentile);
      double of = sorted[(int) (percentile / 100 * MANY)];
      assertThat(of / known)
          .as("p" + percentile)
          .isCloseTo(1, within(3 * StoreTimes.relativeError(percentile, MANY)));
    }
  }

  /// Compares the formula with repeated sampling.
  @Test
  void relativeErrorMatchesSimulation() {
    assertThat(StoreTimes.relativeError(99, MANY)).isCloseTo(0.0088, within(0.0001));
    assertThat(StoreTimes.relativeError(99.9, MANY)).isCloseTo(0.0187, within(0.0001));
    int runs = 400;
    int each = 2_000;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      long[] sorted = LongStream.of(drawn(100 + run, each)).sorted().toArray();
      double off = (double) sorted[(int) (0.99 * each)] / StoreTimes.percentile(99) - 1;
      squares += off * off;
    }
    assertThat(Math.sqrt(squares / runs) / StoreTimes.relativeError(99, each))
        .isCloseTo(1, within(0.15));
  }

  @Test
  void sequenceIsReproducibleAndDependsOnSeed() {
    assertThat(drawn(7, 100)).isEqualTo(drawn(7, 100)).doesNotHaveDuplicates();
    assertThat(drawn(8, 100)).doesNotContain(drawn(7, 100)[0], drawn(7, 100)[1]);
  }

  private static long[] drawn(long seed) {
    return drawn(seed, MANY);
  }

  private static long[] drawn(long seed, int count) {
    LongSupplier times = new StoreTimes(seed)::next;
    return LongStream.generate(times).limit(count).toArray();
  }
}
