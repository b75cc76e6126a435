package dev.takt.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Statistical tests with fixed seeds; about one seed in ten thousand would exceed the bounds.
class RandomnessTest {

  private static final int SAMPLES = 1_000_000;

  /// Computed with an independent implementation of the same definition.
  @Test
  void hashesAreThoseOfTheDefinition() {
    assertThat(Randomness.bits(42, 7, 3)).isEqualTo(0xA18EE6159BE602F6L);
    assertThat(Randomness.bits(0, 0, 0)).isEqualTo(0x33FE8BD4F9C57863L);
    assertThat(Randomness.bits(-1, Long.MAX_VALUE, -1)).isEqualTo(0xAE03C74F2F5CE702L);
  }

  @Test
  void unitsAreUniform() {
    int[] counts = new int[100];
    for (int n = 0; n < SAMPLES; n++) {
      double unit = Randomness.unit(1, n, 5);
      assertThat(unit).isGreaterThanOrEqualTo(0).isLessThan(1);
      counts[(int) (unit * 100)]++;
    }
    assertThat(chiSquare(counts)).isBetween(54.0, 161.3); // 99 degrees of freedom
  }

  @Test
  void neighboursAreIndependent() {
    // Pairs of neighbouring operations, purposes and seeds fill a square uniformly.
    int[] operations = new int[256];
    int[] purposes = new int[256];
    int[] seeds = new int[256];
    for (int n = 0; n < SAMPLES; n++) {
      int x = (int) (Randomness.unit(9, n, 1) * 16);
      operations[x * 16 + (int) (Randomness.unit(9, n + 1, 1) * 16)]++;
      purposes[x * 16 + (int) (Randomness.unit(9, n, 2) * 16)]++;
      seeds[x * 16 + (int) (Randomness.unit(10, n, 1) * 16)]++;
    }
    assertThat(chiSquare(operations)).isBetween(178.0, 346.0); // 255 degrees of freedom
    assertThat(chiSquare(purposes)).isBetween(178.0, 346.0);
    assertThat(chiSquare(seeds)).isBetween(178.0, 346.0);
  }

  @Test
  void wholeNumbersAreUniformAndStayInTheirRange() {
    int[] counts = new int[37];
    for (int n = 0; n < SAMPLES; n++) {
      counts[(int) Randomness.uniform(3, n, 1, -10, 26) + 10]++;
    }
    assertThat(chiSquare(counts)).isBetween(11.0, 75.0); // 36 degrees of freedom
  }

  @Test
  void anyTwoLongsAreARange() {
    long sum = 0;
    Set<Long> seen = new HashSet<>();
    for (int n = 0; n < 1000; n++) {
      assertThat(Randomness.uniform(1, n, 1, 5, 5)).isEqualTo(5);
      assertThat(Randomness.uniform(1, n, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE)).isPositive();
      assertThat(Randomness.uniform(1, n, 1, Long.MIN_VALUE, -1)).isNegative();
      long any = Randomness.uniform(1, n, 1, Long.MIN_VALUE, Long.MAX_VALUE);
      seen.add(any);
      sum += Long.signum(any);
    }
    assertThat(seen).hasSize(1000);
    assertThat((double) sum).isCloseTo(0, within(124.0));
  }

  @Test
  void operationsComeByTheirWeights() {
    Workload workload = new Workload(17, 1, 0.5, 8.5);
    int[] counts = new int[3];
    for (int n = 0; n < SAMPLES; n++) {
      counts[workload.operationOf(n)]++;
    }
    double chiSquare = 0;
    double[] expected = {100_000, 50_000, 850_000};
    for (int i = 0; i < 3; i++) {
      chiSquare += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
    }
    assertThat(chiSquare).isLessThan(18.4); // 2 degrees of freedom
  }

  static double chiSquare(int[] counts) {
    long total = 0;
    for (int count : counts) {
      total += count;
    }
    double expected = (double) total / counts.length;
    double sum = 0;
    for (int count : counts) {
      sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
  }
}
