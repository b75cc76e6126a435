package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {

  @ParameterizedTest
  @CsvSource({
    "log cat a.hdr, true",
    "compare before after, true",
    "explain before, true",
    "schema run, true",
    "--version, true",
    "run --help, true",
    "run --target sim:delay=1ms --print-plan, true",
    "run --target sim:delay=1ms, false",
    "load --target sim:store, false",
    "find --target sim:store, false",
    "probe clock, false"
  })
  void aReaderMayLeaveWhereNothingWasMeasured(String line, boolean may) {
    assertThat(Main.mayBeLeft(line.split(" "))).isEqualTo(may);
  }
}
