package dev.takt.probes.interthread;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConstantRateScheduleTest {

  @ParameterizedTest
  @CsvSource({
    "1000, 1000000000",
    "3, 1000000000",
    "10000000, 1000000000",
    "7, 10",
    "1, 1",
    "333333333, 1000000000",
    "999999999999999989, 999999999999999999",
    "1, 3600000000000"
  })
  void messageIsDueAtItsNumberDividedByRate(long messages, long nanos) {
    ConstantRateSchedule pace = new ConstantRateSchedule(messages, nanos);

    for (int n = 0; n < 10_000; n++) {
      assertThat(pace.due())
          .isEqualTo(
              BigInteger.valueOf(n)
                  .multiply(BigInteger.valueOf(nanos))
                  .divide(BigInteger.valueOf(messages))
                  .longValueExact());
      pace.advance();
    }
  }

  @Test
  void roundingDoesNotAccumulate() {
    ConstantRateSchedule pace = new ConstantRateSchedule(3, 1_000_000_000);
    for (int i = 0; i < 3_000_000; i++) {
      pace.advance();
    }
    assertThat(pace.due()).isEqualTo(1_000_000L * 1_000_000_000);
  }
}
