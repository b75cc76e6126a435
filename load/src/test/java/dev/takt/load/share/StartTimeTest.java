package dev.takt.load.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.load.schedule.ScheduleException;
import dev.takt.record.ClockAnchor;
import dev.takt.testing.InEachLocale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@InEachLocale
class StartTimeTest {

  private static final ClockAnchor CLOCKS = new ClockAnchor(5_000, 1_000_000_000_000L, 10);

  @ParameterizedTest
  @ValueSource(strings = {"1970-01-01T00:16:42.000000007Z", "1970-01-01T01:16:42.000000007+01:00"})
  void aTimeOfDayIsMovedToTheMonotonicClock(String text) {
    assertThat(StartTime.parse(text).nanoTime(CLOCKS)).isEqualTo(5_000 + 2_000_000_007L);
    assertThat(StartTime.parse(text)).hasToString(text);
  }

  @Test
  void aReadingOfTheMonotonicClockStaysAsItIs() {
    assertThat(StartTime.parse("monotonic:-17").nanoTime(CLOCKS)).isEqualTo(-17);
  }

  @Test
  void aDashStandsForStandardInput() {
    assertThat(StartTime.parse(" - ").isOnInput()).isTrue();
    assertThat(StartTime.parse("monotonic:0").isOnInput()).isFalse();
    assertThat(StartTime.ON_INPUT).hasToString("-");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10:00",
        "2027-03-01T10:00:00",
        "monotonic:",
        "monotonic:1s",
        "1700-01-01T00:00:00Z",
        "+9999-01-01T00:00Z"
      })
  void anotherTextIsRefused(String text) {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> StartTime.parse(text))
        .withMessageContaining("2027-03-01T10:00:00Z")
        .withMessageContaining("'" + text + "'");
  }
}
