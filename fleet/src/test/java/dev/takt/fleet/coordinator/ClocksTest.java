package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClocksTest {

  /// At most two a millisecond.
  @ParameterizedTest
  @CsvSource({"20, 5, 20", "20, 40, 20", "20, 100, 50", "20, 1000, 500", "500, 1000, 500"})
  void manyMachinesAreAskedLessOften(long wanted, int machines, long pause) {
    assertThat(Clocks.pauseMillis(wanted, machines)).isEqualTo(pause);
  }
}
