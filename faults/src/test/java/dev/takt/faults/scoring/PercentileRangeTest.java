package dev.takt.faults.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.record.LatencyHistogram;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PercentileRangeTest {

  /// Values with a slot each.
  private static LatencyHistogram upTo(int count) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 1; i <= count; i++) {
      histogram.record(i);
    }
    return histogram;
  }

  /// Of a thousand, 500 ± 1.96 √250 = 469.01 to 530.99 are below the median, and one is beyond.
  @Test
  void boundsAreRanksOfABinomialDistribution() {
    assertThat(PercentileRange.of(upTo(1_000), 50)).isEqualTo(new PercentileRange(469, 500, 532));
  }

  /// 990 ± 1.96 √9.9 = 983.8 to 996.2; and 999 ± 1.96 is beyond the last rank.
  @Test
  void upperBoundIsTheMaximumWithTooFewValues() {
    assertThat(PercentileRange.of(upTo(1_000), 99)).isEqualTo(new PercentileRange(983, 990, 998));
    assertThat(PercentileRange.of(upTo(1_000), 99.9))
        .isEqualTo(new PercentileRange(997, 999, 1_000));
    assertThat(PercentileRange.of(upTo(1), 99.9)).isEqualTo(new PercentileRange(1, 1, 1));
    assertThat(PercentileRange.of(new LatencyHistogram(), 99))
        .isEqualTo(new PercentileRange(0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {50, 99, 99.9})
  void itHoldsTheTruePercentileIn95Of100Cases(double percentile) {
    Random random = new Random(1);
    long truth = Math.round(-1e6 * Math.log(1 - percentile / 100));
    int held = 0;
    for (int i = 0; i < 500; i++) {
      PercentileRange range = PercentileRange.of(exponential(random, 10_000), percentile);
      held += range.low() <= truth && truth <= range.high() ? 1 : 0;
    }
    assertThat(held / 500.0).isBetween(0.92, 0.99);
  }

  @ParameterizedTest
  @ValueSource(doubles = {99, 99.9})
  void theRatioOfTwoOfTheSameSystemHoldsOneIn95Of100Cases(double percentile) {
    Random random = new Random(2);
    int held = 0;
    for (int i = 0; i < 500; i++) {
      RatioRange ratio =
          PercentileRange.of(exponential(random, 10_000), percentile)
              .to(PercentileRange.of(exponential(random, 5_000), percentile));
      held += ratio.low() <= 1 && 1 <= ratio.high() ? 1 : 0;
    }
    assertThat(held / 500.0).isBetween(0.92, 0.99);
  }

  private static LatencyHistogram exponential(Random random, int count) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 0; i < count; i++) {
      histogram.record((long) (-1e6 * Math.log(1 - random.nextDouble())));
    }
    return histogram;
  }

  /// Bounds that differ by factors e^0.3 and e^0.4 give a ratio whose bound differs by e^0.5.
  @Test
  void errorOfARatioCombinesBothErrors() {
    PercentileRange one = new PercentileRange(740_818, 1_000_000, 1_349_859);
    PercentileRange other = new PercentileRange(1_340_640, 2_000_000, 2_983_649);

    RatioRange ratio = one.to(other);
    assertThat(ratio.ratio()).isEqualTo(0.5);
    assertThat(ratio.low()).isCloseTo(0.5 * Math.exp(-0.5), within(1e-6));
    assertThat(ratio.high()).isCloseTo(0.5 * Math.exp(0.5), within(1e-6));
    assertThat(ratio.error()).isEqualTo(ratio.high() - 0.5);
  }

  @Test
  void ratioIsWithinALimitOnBothSides() {
    assertThat(new RatioRange(0, 1.1, 2).isWithin(0.100_001)).isTrue();
    assertThat(new RatioRange(0, 1.11, 2).isWithin(0.1)).isFalse();
    assertThat(new RatioRange(0, 0.9, 2).isWithin(0.100_001)).isTrue();
    assertThat(new RatioRange(0, 0.89, 2).isWithin(0.1)).isFalse();
  }

  @Test
  void ratioWithoutValuesIsUnknown() {
    PercentileRange nothing = new PercentileRange(0, 0, 0);
    RatioRange ratio = new PercentileRange(1, 1, 1).to(nothing);

    assertThat(ratio.isWithin(0.1)).isFalse();
    assertThat(ratio.error()).isInfinite();
  }
}
