package dev.takt.cli.render.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RateUncertaintyTest {

  private final RateUncertainty uncertainty = new RateUncertainty();

  /// Mean 5, deviation 2, 8 rates: 2 / √8 / 5.
  @Test
  void isStandardErrorOverMean() {
    for (double rate : new double[] {2, 4, 4, 4, 5, 5, 7, 9}) {
      uncertainty.add(rate);
    }

    assertThat(uncertainty.value()).isEqualTo(0.4 / Math.sqrt(8), within(1e-15));
    assertThat(uncertainty.count()).isEqualTo(8);
  }

  /// The difference of two large squares could be negative.
  @Test
  void isZeroForEqualRates() {
    for (int i = 0; i < 1000; i++) {
      uncertainty.add(123_456_789.123);
    }

    assertThat(uncertainty.value()).isZero();
  }

  @Test
  void isUnknownWithoutARate() {
    assertThat(uncertainty.value()).isNaN();
    uncertainty.add(0);
    assertThat(uncertainty.value()).isNaN();
  }
}
