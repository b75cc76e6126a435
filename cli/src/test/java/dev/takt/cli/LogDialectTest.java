package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Logs that write their times differently from HdrHistogram.
@Timeout(60)
class LogDialectTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "summarize %s",
        "cat %s",
        "check %s",
        "union %s -o -",
        "correct %s --expected-interval 1ms -o -"
      })
  void whatIsInferredIsSaidInOneLineWithTheFlagAgainstIt(String command) {
    LogDesk.Done done = new LogDesk(folder, "go-none.hlog").log(command.formatted("go-none.hlog"));

    assertThat(done.code()).as(done.err()).isZero();
    assertThat((done.err() + done.out()).lines())
        .filteredOn(line -> line.contains("times read as milliseconds (if not: --times s)"))
        .hasSize(1);
    assertThat((done.err() + done.out()).lines())
        .filteredOn(
            line -> line.contains("lengths read as ends of intervals (if not: --no-length-is-end)"))
        .hasSize(1);
  }

  @Test
  void flagsOverrideWhatIsInferred() {
    LogDesk desk = new LogDesk(folder, "go-ms-relative.hlog");

    assertThat(desk.log("cat go-ms-relative.hlog").out()).contains("9.000     1.000  raw");
    assertThat(desk.log("cat go-ms-relative.hlog --times s").out())
        .contains("9000.000  1000.000  raw");
    assertThat(desk.log("cat go-ms-relative.hlog --times ms --no-length-is-end").succeeds().out())
        .contains("9.000    10.000  raw");
    assertThat(desk.log("cat go-ms-relative.hlog --times ms --length-is-end").succeeds().out())
        .contains("9.000     1.000  raw");
    desk.log("cat go-ms-relative.hlog --times m").fails(2, "--times: expected one of auto, s, ms");
  }

  @Test
  void unitsThatACommentSaysAreShown() {
    LogDesk desk = new LogDesk(folder, "nosqlbench.hlog");

    assertThat(desk.log("summarize nosqlbench.hlog").succeeds().out())
        .contains("values in ns, as the log says", "50.5 ms", "100 ms");
    desk.log("summarize nosqlbench.hlog --values us")
        .fails(2, "a log says that its values are in ns");
  }

  @Test
  void whatIsOnlyWorthKnowingIsForCheck() {
    LogDesk desk = new LogDesk(folder, "dotnet-utf16le.hlog");

    assertThat(desk.log("check dotnet-utf16le.hlog").succeeds().out())
        .contains("note: it is in UTF-16LE, not UTF-8");
    desk.log("cat dotnet-utf16le.hlog").succeeds();
  }

  @Test
  void checkReportsOverlaps() {
    LogDesk desk = new LogDesk(folder, "go-ms-relative.hlog");

    assertThat(desk.log("check go-ms-relative.hlog --no-length-is-end").succeeds().out())
        .contains(
            "go-ms-relative.hlog:6: note: raw: 8 intervals from here on start before the one above it"
                + " ends, by up to 8000.000 s");
  }

  @Test
  void theLastWindowEndsWhereTheLogEnds() {
    LogDesk desk = new LogDesk(folder, "go-base.hlog");

    assertThat(desk.log("summarize go-base.hlog --window 4s --format csv").lines())
        .extracting(line -> line.split(",", -1)[2])
        .containsExactly("length_s", "4.000", "4.000", "2.000");
    assertThat(desk.log("union go-base.hlog --interval 4s -o -").lines())
        .filteredOn(line -> line.startsWith("Tag="))
        .extracting(line -> line.split(",", -1)[1] + "+" + line.split(",", -1)[2])
        .containsExactly("0.000+4.000", "4.000+4.000", "8.000+2.000");
  }
}
