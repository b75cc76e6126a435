package dev.takt.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.LogDesk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LogCorrectTest {

  @TempDir Path folder;

  /// A value of k ms stands for k values if one was due each ms: 1 + 2 + ... + 10 = 55. The other
  /// tags have twice and three times the values: 2 + 4 + ... and 3 + 6 + ...
  @Test
  void addsWhatWasLeftOutTagByTag() {
    LogDesk desk = new LogDesk(folder, "tags.hlog");

    desk.log("correct tags.hlog --expected-interval 1ms -o c.hdr").succeeds();

    assertThat(desk.counts("c.hdr")).isEqualTo(Map.of("(untagged)", 55L, "A", 110L, "B", 165L));
  }

  @Test
  void anEstimateIsSaidToBeOneWhereverItIsShown() {
    LogDesk desk = new LogDesk(folder, "tags.hlog");
    desk.log("correct tags.hlog --expected-interval 1ms -o c.hdr").succeeds();
    desk.log("union c.hdr -o u.hdr").succeeds();
    desk.log("split u.hdr --tag A").succeeds();
    for (String log : List.of("c.hdr", "u.hdr", "A.u.hdr")) {
      for (String line :
          List.of(
              "summarize %s",
              "summarize %s --format json",
              "summarize %s --format csv",
              "summarize %s --format ycsb",
              "summarize %s --format hgrm --tag A",
              "summarize %s --window 2s",
              "cat %s",
              "check %s",
              "plot %s -o - ")) {
        if (!line.startsWith("plot")) {
          assertThat(desk.log(line.replace("%s", log)).succeeds().out())
              .as(line)
              .containsIgnoringCase("estimate")
              .contains("1.00 ms");
        }
      }
    }
    desk.log("plot A.u.hdr -o x.svg").succeeds();
    assertThat(desk.text("x.svg")).containsIgnoringCase("estimate");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          correct tags.hlog -o x                                 | 2 | the expected interval is missing: set --expected-interval
          correct tags.hlog --expected-interval 1ms              | 2 | where to?
          correct tags.hlog -o x --expected-interval 0           | 2 | --expected-interval: expected more than 0
          correct tags.hlog -o x --expected-interval soon        | 2 | --expected-interval: duration "soon"
          correct double.hlog -o x --expected-interval 1ns       | 6 | double.hlog:2: a histogram of doubles cannot be corrected
          """)
  void whatCannotBeIsTold(String line, int code, String message) {
    LogDesk desk = new LogDesk(folder, "tags.hlog", "double.hlog");

    desk.log(line).fails(code, message);
    assertThat(desk.files()).containsExactly("double.hlog", "tags.hlog");
  }

  @Test
  void moreValuesThanCanBeCountedAreALostLine() {
    LogDesk desk = new LogDesk(folder, "bigcounts.hlog");

    desk.log("correct bigcounts.hlog -o x --expected-interval 1ns").fails(1, "2^63 - 1");
    assertThat(desk.files()).containsExactlyInAnyOrder("bigcounts.hlog", "x");
  }
}
