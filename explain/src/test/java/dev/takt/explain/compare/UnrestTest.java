package dev.takt.explain.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnrestTest {

  private static String lack(double percentile, double baseline, double candidate) {
    return new Unrest(baseline, candidate).lack(new Figure.Percentile(percentile), "A", "B");
  }

  /// Of what lies beyond a 90th percentile, 5 % of all operations are a half.
  @Test
  void aPercentileIsNotComparedIfHalfOfWhatLiesBeyondItCanBeTheMachines() {
    assertThat(lack(90, 0.005, 0.054)).isEmpty();
    assertThat(lack(90, 0.005, 0.056))
        .isEqualTo(
            "the generator stood still for 0.5 % of A and 5.6 % of B: the machine did something"
                + " else; repeat both when it does not");
    assertThat(lack(90, 0.056, 0.005)).isNotEmpty();
    assertThat(lack(99, 0.005, 0.011)).isNotEmpty();
    assertThat(lack(99, 0.005, 0.009)).isEmpty();
    assertThat(lack(50, 0, 0.24)).isEmpty();
    assertThat(lack(10, 0, 0.06)).isNotEmpty();
  }

  @Test
  void whatIsNotKnownDecidesNothing() {
    assertThat(lack(99, Double.NaN, 0.5)).isEmpty();
    assertThat(Unrest.UNKNOWN.lack(new Figure.Percentile(99.9), "A", "B")).isEmpty();
  }
}
