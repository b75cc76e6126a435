package dev.takt.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextFormsTest {

  @ParameterizedTest
  @CsvSource({
    "5000/s, 1, 200000, 5000/s",
    "300/m, 1, 200000000, 5/s",
    "100/m, 1, 600000000, 100/m",
    "7/h, 7, 3600000000000, 7/h",
    "1.5k/s, 3, 2000000, 1500/s",
    "2M/s, 1, 500, 2000000/s",
    "42, 21, 500000000, 42/s",
    "0.1/s, 1, 10000000000, 0.1/s",
    "3 / s, 3, 1000000000, 3/s",
    "1/ms, 1, 1000000, 1000/s",
    "1000000000/s, 1, 1, 1000000000/s",
  })
  void ratesAreExactFractions(String text, long operations, long nanos, String printed) {
    Rate rate = Rate.parse(text);
    assertThat(rate).isEqualTo(new Rate(operations, nanos)).hasToString(printed);
    assertThat(Rate.parse(rate.toString())).isEqualTo(rate);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "0/s",
        "-5/s",
        "NaN",
        "Infinity/s",
        "1e3/s",
        "5000/x",
        "/s",
        "5/s/s",
        "5 k k",
        "1000000001/s",
        "2000M/s",
        "1.0000000001/s",
        "99999999999999999999/s",
        "1,5/s",
        "0.000/m"
      })
  void badRatesAreRefusedWithWhatWasFound(String text) {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> Rate.parse(text))
        .withMessageContaining("\"" + text + "\"");
  }

  @Test
  void ratesSayWhatIsExpected() {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> Rate.parse("fast"))
        .withMessage(
            "rate \"fast\" is not understood: expected a number per time, such as 5000/s, 300/m,"
                + " 10/h or 1.5k/s");
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> Rate.parse("5/d"))
        .withMessageContaining("unknown unit \"d\"");
    assertThat(Rate.parseOrZero("0/s")).isEqualTo(Rate.ZERO).hasToString("0/s");
  }

  @Test
  void durationOfMoreThan73YearsIsRefused() {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> Durations.parse("9223372036854775807ns"))
        .withMessageContaining("longer than 73 years");
  }

  @ParameterizedTest
  @CsvSource({
    "20s, 20000000000, 20s",
    "250ms, 250000000, 250ms",
    "1m30s, 90000000000, 1m30s",
    "90s, 90000000000, 1m30s",
    "2h, 7200000000000, 2h",
    "100us, 100000, 100us",
    "100µs, 100000, 100us",
    "5ns, 5, 5ns",
    "1.5s, 1500000000, 1s500ms",
    "0s, 0, 0s",
    "1h 2m 3s 4ms 5us 6ns, 3723004005006, 1h2m3s4ms5us6ns",
    "2305843009213693951ns, 2305843009213693951, 640511h56m49s213ms693us951ns",
  })
  void durationsAreReadAndWritten(String text, long nanos, String printed) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofNanos(nanos));
    assertThat(Durations.format(nanos)).isEqualTo(printed);
    assertThat(Durations.parseNanos(printed)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "s",
        "20",
        "1.5",
        "-5s",
        "20 parsecs",
        "1s1s",
        "1s1m",
        "s20",
        "20s!",
        "NaN",
        "9999999h",
        "1e3s"
      })
  void badDurationsAreRefusedWithWhatWasFound(String text) {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> Durations.parse(text))
        .withMessageContaining("\"" + text + "\"");
  }

  @Test
  void aDurationWithoutUnitGetsAHint() {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> Durations.parse("20"))
        .withMessage("duration \"20\" has no unit: did you mean 20s?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "constant | constant",
        " poisson | poisson",
        "constant 300/m | constant 5/s",
        "poisson 1.5k/s | poisson 1500/s",
        "ramp 0/s..5000/s 30s, hold 5000/s 1m, spike 10000/s 5s, step 100/s..1000/s by 100/s every"
            + " 10s | ramp 0/s..5000/s 30s, hold 5000/s 1m, spike 10000/s 5s, step"
            + " 100/s..1000/s by 100/s every 10s",
        "poisson  ramp 0 .. 100  1s,hold 0/s 90s | poisson ramp 0/s..100/s 1s, hold 0/s 1m30s",
        "constant hold 1/s 1s | hold 1/s 1s",
        "sine mean 1000/s amplitude 500/s period 60s | sine mean 1000/s amplitude 500/s period 1m",
        "poisson sine mean 1/s amplitude 1/s period 1h | poisson sine mean 1/s amplitude 1/s"
            + " period 1h",
        "trace:a.csv | trace:a.csv",
        "trace:/data/my trace.csv unit=ms speed=2 | trace:/data/my trace.csv unit=ms speed=2.0",
        "trace:a.csv speed=0.5 unit=s | trace:a.csv speed=0.5",
      })
  void schedulesAreReadAndWritten(String text, String printed) {
    ScheduleSpec spec = ScheduleSpec.parse(text);
    assertThat(spec).hasToString(printed);
    assertThat(ScheduleSpec.parse(printed)).isEqualTo(spec);
  }

  @Test
  void aTraceIsReadIntoItsParts() {
    assertThat(ScheduleSpec.parse("trace:/data/my trace.csv unit=us speed=2"))
        .isEqualTo(new ScheduleSpec.Trace(Path.of("/data/my trace.csv"), TraceUnit.US, 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | expected constant, poisson, stages",
        "konstant | schedule \"konstant\" is not understood: expected constant",
        "5000/s | expected constant",
        "constant fast | expected constant",
        "poisson 0/s | is 0",
        "ramp 0/s..x/s 30s | rate \"x/s\" is not understood",
        "ramp 0/s 30s | stage \"ramp 0/s 30s\" is not understood: expected \"ramp FROM..TO TIME\"",
        "hold 5/s 1m, | stage \"\" is not understood",
        "hold 5/s 60 | duration \"60\" has no unit",
        "hold 5/s 0s | must last longer than 0s",
        "step 1/s..5/s by 0/s every 1s | never gets anywhere",
        "step 1/s..100000/s by 1/s every 1s | more than 10000",
        "sine mean 1/s amplitude 2/s period 1s | the rate would be negative",
        "sine mean 0/s amplitude 0/s period 1s | sends nothing",
        "sine mean 1/s amplitude 1/s period 0s | more than 0",
        "sine 1/s | expected \"sine mean RATE amplitude RATE period TIME\"",
        "trace: | names no file",
        "trace:x unit=min | unit \"min\" is not known",
        "trace:x speed=fast | speed \"fast\" is no number",
        "trace:x speed=0 | must be more than 0",
        "trace:x speed=NaN | must be more than 0",
      })
  void badSchedulesAreRefusedWithWhatWasFound(String text, String message) {
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> ScheduleSpec.parse(text))
        .withMessageContaining(message);
  }

  @Test
  void onlySteadySchedulesWithoutARateNeedOne() {
    assertThat(ScheduleSpec.parse("constant").needsRate()).isTrue();
    assertThat(ScheduleSpec.parse("poisson").needsRate()).isTrue();
    assertThat(ScheduleSpec.parse("constant 5/s").needsRate()).isFalse();
    assertThat(ScheduleSpec.parse("hold 5/s 1s").needsRate()).isFalse();
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> ScheduleSpec.parse("poisson").toSchedule(1, null, List.of()))
        .withMessageContaining("needs a rate");
    assertThatExceptionOfType(ScheduleException.class)
        .isThrownBy(() -> ScheduleSpec.parse("hold 0/s 1s").toSchedule(1, null, List.of()))
        .withMessageContaining("nothing would ever be sent");
  }
}
