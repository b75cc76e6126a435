package dev.takt.load.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToDoubleFunction;

/// Pearson's chi-squared test of counts against probabilities. Cells with too low an expectation
/// are merged with their neighbours.
final class ChiSquare {

  private static final double FEWEST_EXPECTED = 10;

  private ChiSquare() {}

  /// Fails if the counts differ from the probabilities by more than chance explains in about one of
  /// ten thousand cases. With a fixed seed the outcome is always the same.
  static void assertFits(long[] counts, IntToDoubleFunction probability) {
    assertThat(excess(counts, probability)).as("standard deviations above chance").isLessThan(3.7);
  }

  /// The excess of the statistic over its mean in standard deviations, by the approximation of
  /// Wilson and Hilferty (1931).
  static double excess(long[] counts, IntToDoubleFunction probability) {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    double statistic = 0;
    int cells = 0;
    double expected = 0;
    double found = 0;
    for (int i = 0; i < counts.length; i++) {
      expected += probability.applyAsDouble(i) * total;
      found += counts[i];
      if (expected >= FEWEST_EXPECTED) {
        statistic += (found - expected) * (found - expected) / expected;
        cells++;
        expected = 0;
        found = 0;
      }
    }
    double freedom = Math.max(1, cells - 1);
    double spread = 2 / (9 * freedom);
    return (Math.cbrt(statistic / freedom) - (1 - spread)) / Math.sqrt(spread);
  }

  /// The same for two samples, neither of which is the reference.
  static double difference(long[] a, long[] b) {
    double statistic = 0;
    int cells = 0;
    double inA = 0;
    double inB = 0;
    for (int i = 0; i < a.length; i++) {
      inA += a[i];
      inB += b[i];
      if (inA + inB >= 2 * FEWEST_EXPECTED) {
        statistic += (inA - inB) * (inA - inB) / (inA + inB);
        cells++;
        inA = 0;
        inB = 0;
      }
    }
    double freedom = Math.max(1, cells - 1);
    double spread = 2 / (9 * freedom);
    return (Math.cbrt(statistic / freedom) - (1 - spread)) / Math.sqrt(spread);
  }
}
