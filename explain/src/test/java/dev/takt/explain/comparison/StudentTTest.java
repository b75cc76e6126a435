package dev.takt.explain.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Compares with values from printed tables.
class StudentTTest {

  @ParameterizedTest
  @CsvSource({
    "0.05, 1, 12.706",
    "0.05, 2, 4.303",
    "0.01, 3, 5.841",
    "0.05, 10, 2.228",
    "0.01, 10, 3.169",
    "0.001, 30, 3.646",
    "0.05, 120, 1.980",
    "0.05, 1000000, 1.960",
  })
  void quantilesMatchPrintedTables(double probability, double degrees, double quantile) {
    assertThat(StudentT.quantile(probability, degrees)).isCloseTo(quantile, within(0.0006));
    assertThat(StudentT.twoSided(quantile, degrees)).isCloseTo(probability, within(0.0001));
  }

  /// With one degree of freedom it is the Cauchy distribution, whose tail is an arc tangent.
  @Test
  void oneDegreeOfFreedomMatchesTheCauchyDistribution() {
    for (double t : new double[] {0.1, 1, 3, 100}) {
      assertThat(StudentT.twoSided(t, 1)).isCloseTo(1 - 2 / Math.PI * Math.atan(t), within(1e-12));
    }
  }

  @Test
  void fractionalDegreesOfFreedomAreInterpolated() {
    assertThat(StudentT.quantile(0.05, 4.5))
        .isBetween(StudentT.quantile(0.05, 5), StudentT.quantile(0.05, 4));
  }

  @Test
  void tailProbabilityIsOneAtZeroAndZeroAtInfinity() {
    assertThat(StudentT.twoSided(0, 7)).isEqualTo(1);
    assertThat(StudentT.twoSided(Double.POSITIVE_INFINITY, 7)).isZero();
  }
}
