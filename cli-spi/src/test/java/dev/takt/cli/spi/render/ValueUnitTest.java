package dev.takt.cli.spi.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.takt.record.log.LogFacts;
import dev.takt.testing.InEachLocale;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@InEachLocale
class ValueUnitTest {

  @ParameterizedTest
  @CsvSource({
    "ns,ns,1,1000447,1000447",
    "us,us,1000,1000447,1000.447",
    "µs,us,1000,1000447,1000.447",
    "ms,ms,1000000,1000447,1.000447",
    "s,s,1000000000,1,0.000000001",
    "1000,/1000,1000,1000447,1000.447",
    "1e6,/1000000,1000000,1500000,1.5",
    "0.5,/0.5,0.5,3,6",
    "raw,ns,1,9007199254740991,9007199254740991"
  })
  void divideNanoseconds(String text, String label, double divisor, double raw, String exact) {
    ValueUnit unit = ValueUnit.of(text);
    assertThat(unit.label()).isEqualTo(label);
    assertThat(unit.divisor()).isEqualTo(divisor);
    assertThat(unit.exact(raw)).isEqualTo(exact);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "0.0", "-1", "NaN", "Infinity", "1e999", "1e-999", "hours", "", "0x10", "1d"})
  void areNothingElse(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ValueUnit.of(text))
        .withMessageContaining("'" + text + "'")
        .withMessageContaining("ns, us, ms, s, auto, raw, or a positive number");
  }

  @Test
  void knowWhatTheLogHas() {
    RawUnit micros = RawUnit.of(new LogFacts(List.of(), "microseconds", null));
    assertThat(micros).isEqualTo(new RawUnit("us", 1000, RawUnit.Source.LOG));
    assertThat(ValueUnit.of("ms").in(micros).exact(1_546_239)).isEqualTo("1546.239");
    assertThat(ValueUnit.of("ns").in(micros).exact(3)).isEqualTo("3000");
    assertThat(ValueUnit.of("ns").in(RawUnit.given("s")).exact(31)).isEqualTo("31000000000");
    assertThat(ValueUnit.of("1000").in(micros).exact(3000)).isEqualTo("3");
    assertThat(ValueUnit.AUTO.in(micros).text(1_546_239)).isEqualTo("1.55 s");
    assertThat(ValueUnit.AUTO.in(micros).exact(373)).isEqualTo("373");
    assertThat(ValueUnit.AUTO.in(RawUnit.given(100)).text(5)).isEqualTo("500 ns");
  }

  @ParameterizedTest
  @CsvSource({
    "Milliseconds,1000000",
    "µs,1000",
    "usec,1000",
    "second,1000000000",
    "ns,1",
    "nanoseconds,1"
  })
  void areKnownByManyNames(String name, double nanos) {
    assertThat(RawUnit.given(name).nanos()).isEqualTo(nanos);
  }

  @Test
  void cannotMakeTimesOfBytes() {
    RawUnit bytes = RawUnit.of(new LogFacts(List.of(), "bytes", null));
    assertThat(ValueUnit.AUTO.in(bytes).text(12_345)).isEqualTo("12345");
    assertThat(ValueUnit.of("1024").in(bytes).text(2048)).isEqualTo("2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ValueUnit.of("ms").in(bytes))
        .withMessageContaining("'bytes', which cannot be shown in ms");
    assertThatIllegalArgumentException().isThrownBy(() -> RawUnit.given("bytes"));
    assertThatIllegalArgumentException().isThrownBy(() -> RawUnit.given(0));
  }

  @ParameterizedTest
  @CsvSource({
    "auto,412300,412 µs",
    "auto,1236000,1.24 ms",
    "auto,16200000000,16.2 s",
    "auto,0,0 ns",
    "auto,45.66,45.7 ns",
    "auto,0.00123,0.00123 ns",
    "ms,1236543,1.237",
    "ms,5000000,5",
    "s,412345,0.000412",
    "ns,123456789012,123456789012"
  })
  void areShownToPeople(String unit, double raw, String text) {
    assertThat(ValueUnit.of(unit).text(raw)).isEqualTo(text);
  }

  @Test
  void noteNamesAssumedUnit() {
    assertThat(ValueUnit.AUTO.note())
        .isEqualTo("values in ns assumed: the log does not say its unit (if not: --values us)");
    assertThat(ValueUnit.of("ms").in(RawUnit.given("us")).note())
        .isEqualTo("shown in ms; values in us, as specified");
  }

  @Test
  void arePercentilesToo() {
    assertThat(Percentile.parse("50, p99.90 ,100,99.9%"))
        .containsExactly(
            new Percentile(50, "50"), new Percentile(99.9, "99.9"), new Percentile(100, "100"));
    for (String wrong : List.of("", "50,", "101", "-1", "NaN", "1e1", "50;90")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Percentile.parse(wrong))
          .withMessageContaining("from 0 to 100");
    }
  }
}
