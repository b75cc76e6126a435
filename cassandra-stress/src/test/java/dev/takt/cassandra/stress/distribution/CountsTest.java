package dev.takt.cassandra.stress.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CountsTest {

  @ParameterizedTest
  @CsvSource({"7, 7", "-7, -7", "10k, 10000", "1M, 1000000", "100B, 100000000000", "' 2K', 2000"})
  void countsWithUnits(String text, long count) {
    assertThat(Counts.parse(text)).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "k", "1kb", "1.5k", "ten", "9300000000B", "9223372036854775808"})
  void invalidCounts(String text) {
    assertThatExceptionOfType(NumberFormatException.class).isThrownBy(() -> Counts.parse(text));
  }
}
