package dev.takt.runs.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "0.4, 0 ns",
    "7, 7 ns",
    "999, 999 ns",
    "999.6, 1.00 µs",
    "1000, 1.00 µs",
    "45649, 45.6 µs",
    "999499, 999 µs",
    "999500, 1.00 ms",
    "1234567, 1.23 ms",
    "12345678901, 12.3 s",
    "100000000000, 100 s",
    "4567000000000, 4570 s",
    "NaN, ?",
  })
  void timesHaveThreeDigitsAndTheUnitThatFits(double nanos, String expected) {
    assertThat(Units.time(nanos)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1000    | 1,000/s
          999.4   | 999.4/s
          39996.6 | 39,997/s
          250     | 250/s
          12.345  | 12.35/s
          0.5     | 0.5/s
          99.998  | 100.0/s
          0       | 0/s
          NaN     | ?
          """)
  void ratesShowAMissedThousandth(double perSecond, String expected) {
    assertThat(Units.rate(perSecond)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 %", "1, 100 %", "0.000315, 0.0315 %", "0.9987, 99.9 %", "NaN, ?"})
  void shares(double share, String expected) {
    assertThat(Units.percent(share)).isEqualTo(expected);
  }

  @Test
  void clocks() {
    assertThat(Units.clock(-1)).isEqualTo("0 s");
    assertThat(Units.clock(9_400_000_000L)).isEqualTo("9 s");
    assertThat(Units.clock(65_000_000_000L)).isEqualTo("1:05");
    assertThat(Units.clock(3_600_000_000_000L)).isEqualTo("1:00:00");
    assertThat(Units.count(1234567)).isEqualTo("1,234,567");
  }
}
