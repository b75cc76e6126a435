package dev.takt.cassandra.stress.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InverseErfTest {

  /// Roots of the series of the error function, found with 45 decimal digits. They cover the three
  /// ranges of the approximation, up to 0.998, to 0.99999994, and beyond.
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.1, 0.08885599049425769",
    "0.5, 0.4769362762044699",
    "0.9, 1.1630871536766743",
    "0.99, 1.8213863677184494",
    "0.995, 1.984872612615532",
    "0.9999, 2.75106390571208",
    "0.9999999, 3.7665625816384707",
    "0.999999999, 4.320005388105362"
  })
  void inverse(double x, double inverse) {
    assertThat(InverseErf.of(x)).isCloseTo(inverse, within(4e-15 * inverse));
    assertThat(InverseErf.of(-x)).isEqualTo(-InverseErf.of(x));
  }

  @ParameterizedTest
  @CsvSource({"1, Infinity", "-1, -Infinity"})
  void ends(double x, double inverse) {
    assertThat(InverseErf.of(x)).isEqualTo(inverse);
  }
}
