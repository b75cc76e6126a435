package dev.takt.cassandra.stress.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class PreciseMathTest {

  /// Results that were calculated with 50 decimal digits and rounded to the nearest double.
  @ParameterizedTest
  @CsvFileSource(resources = "nearest.tsv", delimiter = '\t')
  void resultIsTheNearestDouble(double x, double y, double log, double pow) {
    PreciseMath math = new PreciseMath();
    assertThat(math.log(x)).isEqualTo(log);
    assertThat(math.pow(x, y)).isEqualTo(pow);
  }
}
