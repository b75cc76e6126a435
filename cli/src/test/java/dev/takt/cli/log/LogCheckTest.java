package dev.takt.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.LogDesk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LogCheckTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          base_rel.hlog       | 0 | 10 good intervals in 1 series, 10 values over 10.0 s
          m_bad_zlib.hlog     | 1 | 9 good intervals in 1 series, 9 values over 10.0 s, 1 unusable line
          m_joined_lines.hlog | 1 | 8 good intervals in 1 series, 8 values over 10.0 s, 1 unusable line
          m_comments.hlog     | 1 | 10 good intervals in 1 series, 10 values over 10.0 s, 1 odd line
          m_nonmono.hlog      | 1 | 10 good intervals in 1 series, 10 values over 10.0 s, 2 odd lines
          m_decimal_comma.hlog | 6 | 0 good intervals in 0 series, 0 values over 0 ns, 10 unusable lines
          m_empty.hlog        | 6 | 0 good intervals in 0 series, 0 values over 0 ns
          tag_comma.hlog      | 0 | 8 good intervals in 2 series, 8 values over 6.00 s
          tag_newline.hlog    | 1 | 6 good intervals in 1 series, 6 values over 6.00 s, 4 unusable lines
          tag_empty.hlog      | 0 | 8 good intervals in 2 series, 8 values over 6.00 s
          empty_interval.hlog | 0 | 2 good intervals in 1 series, 1 value over 2.00 s
          writer_js.hlog      | 0 | 6 good intervals in 2 series, 6 values over 6.00 s
          ycsb.logV1.hlog     | 0 | 602 good intervals in 1 series, 300,056 values over 600 s
          uAD_union.hlog      | 0 | 10 good intervals in 2 series, 100 values over 65.0 s
          """)
  void saysHowMuchIsGood(String log, int code, String verdict) {
    LogDesk.Done done = new LogDesk(folder, log).log("check " + log);

    assertThat(done.code()).isEqualTo(code);
    assertThat(done.err()).isEmpty();
    assertThat(done.lines().getLast()).endsWith("/" + log + ": " + verdict);
  }

  @Test
  void saysWhatIsWrongLineByLine() {
    LogDesk desk =
        new LogDesk(folder, "m_joined_lines.hlog", "mixed_digits.hlog", "noheader_rel.hlog");

    assertThat(desk.log("check m_joined_lines.hlog").fails(1).lines())
        .anyMatch(line -> line.contains("m_joined_lines.hlog:10: two lines are joined"));
    assertThat(desk.log("check mixed_digits.hlog").succeeds().out())
        .contains("2 digits", "4 digits", "5 digits");
    assertThat(desk.log("check noheader_rel.hlog").succeeds().out())
        .contains("the date is unknown");
    assertThat(desk.log("check m_joined_lines.hlog --lenient").fails(0).out())
        .contains("1 unusable line");
  }

  @Test
  void manyLogsAreToldOneByOne() {
    LogDesk desk = new LogDesk(folder, "uA.hlog", "m_empty.hlog", "m_bad_ts.hlog");

    LogDesk.Done done = desk.log("check *.hlog").fails(1);

    assertThat(done.lines()).filteredOn(line -> line.contains(" good interval")).hasSize(3);
  }

  @Test
  void remarksAreNotCountedAmongTheProblemsShown() {
    LogDesk desk = new LogDesk(folder, "go-ms-relative.hlog");
    String damaged = desk.text("go-ms-relative.hlog").replace(",HISTF", ",HISTX");
    desk.write("damaged.hlog", damaged);

    LogDesk.Done done = desk.log("check damaged.hlog");
    assertThat(done.fails(6).lines()).filteredOn(line -> line.contains(": note: ")).hasSize(2);
    assertThat(done.out()).contains("damaged.hlog:4: ", ": and 9 more; ", ", 10 unusable lines");
  }

  @Test
  void noiseIsNoLog() throws IOException {
    byte[] noise = new byte[300_000];
    new Random(7).nextBytes(noise);
    LogDesk desk = new LogDesk(folder);
    Files.write(desk.path("noise"), noise);
    Files.write(desk.path("zeros"), new byte[20_000_000]);

    LogDesk.Done done = desk.log("check noise").fails(6);

    assertThat(done.lines()).hasSize(5);
    assertThat(done.out()).contains("more; no line is a good interval: is it an interval log?");
    assertThat(
            desk.log("summarize noise").fails(6, "more; takt log check lists them").err().lines())
        .hasSizeLessThan(30);
    assertThat(desk.log("check zeros").fails(6).out()).contains("zeros: 0 good intervals");
  }
}
