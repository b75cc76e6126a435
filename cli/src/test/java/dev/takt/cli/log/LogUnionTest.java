package dev.takt.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.LogDesk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LogUnionTest {

  @TempDir Path folder;

  @Test
  void countsAddUpCellByCell() {
    LogDesk desk = new LogDesk(folder, "uA.hlog", "uB.hlog", "uC.hlog", "uD.hlog");

    LogDesk.Done done = desk.log("union uA.hlog uB.hlog uC.hlog uD.hlog -o u.hdr").succeeds();

    assertThat(done.out()).endsWith("/u.hdr\n");
    assertThat(desk.counts("u.hdr")).isEqualTo(Map.of("(untagged)", 150L, "T", 50L));
    assertThat(desk.log("check u.hdr").succeeds().lines().getLast())
        .endsWith("/u.hdr: 10 good intervals in 2 series, 200 values over 65.0 s");
    assertThat(desk.files()).hasSize(5);
  }

  @Test
  void machinesCanStayApart() {
    LogDesk desk =
        new LogDesk(folder)
            .put("uA.hlog", "m1/x.hdr")
            .put("uD.hlog", "m2/x.hdr")
            .put("uB.hlog", "m/b,c d.hdr");

    desk.logWords("union", "m1/x.hdr", "m2/x.hdr", "m/b,c d.hdr", "-o", "u", "--tag-by", "file")
        .succeeds();

    assertThat(desk.counts("u")).isEqualTo(Map.of("m1/x", 50L, "m2/x::T", 50L, "m/b%2Cc%20d", 50L));
  }

  @Test
  void toStandardOutputAndFromStandardInput() {
    LogDesk desk = new LogDesk(folder, "uA.hlog", "uB.hlog");

    String log = desk.log("union uA.hlog uB.hlog -o -").succeeds().out();
    desk.write("piped", log);
    desk.log("union uA.hlog uB.hlog -o filed").succeeds();

    assertThat(log).isEqualTo(desk.text("filed"));
    assertThat(desk.counts("piped")).isEqualTo(Map.of("(untagged)", 100L));
  }

  @Test
  void overItsOwnInput() {
    LogDesk desk = new LogDesk(folder, "uA.hlog", "uB.hlog");
    String before = desk.text("uA.hlog");

    desk.log("union uA.hlog uB.hlog -o uA.hlog").fails(1, "uA.hlog is one of the logs");
    desk.log("union uA.hlog uB.hlog -o uA.hlog --force").fails(1, "uA.hlog is one of the logs");
    assertThat(desk.text("uA.hlog")).isEqualTo(before);
    assertThat(desk.files()).containsExactly("uA.hlog", "uB.hlog");
  }

  @Test
  void aLinkStaysALink() throws IOException {
    LogDesk desk = new LogDesk(folder, "uA.hlog");
    desk.write("real", "old");
    Files.createSymbolicLink(desk.path("link"), Path.of("real"));

    desk.log("union uA.hlog -o link").fails(1, "it exists");
    desk.log("union uA.hlog -o link --force").succeeds();

    assertThat(desk.path("link")).isSymbolicLink();
    assertThat(desk.counts("real")).isEqualTo(Map.of("(untagged)", 50L));
  }

  /// A rename over /dev/null would remove it for the whole machine; here it would fail.
  @Test
  @EnabledOnOs(OS.LINUX)
  void aDeviceStaysADevice() {
    LogDesk desk = new LogDesk(folder, "uA.hlog");

    desk.log("union uA.hlog -o /dev/full").fails(1, "/dev/full: No space left on device");
    assertThat(Files.isRegularFile(Path.of("/dev/full"))).isFalse();
  }

  @Test
  void aFolderThatIsNotThereIsMade() {
    LogDesk desk = new LogDesk(folder, "uA.hlog");

    desk.log("union uA.hlog -o new/folder/u.hdr").succeeds();

    assertThat(desk.counts("new/folder/u.hdr")).isEqualTo(Map.of("(untagged)", 50L));
  }

  @Test
  void damagedLinesAreOmittedAndReported() throws IOException {
    LogDesk desk = new LogDesk(folder, "m_bad_b64.hlog");

    desk.log("union m_bad_b64.hlog -o u")
        .fails(1, "m_bad_b64.hlog:10:", "1 line could not be used");
    assertThat(desk.counts("u")).isEqualTo(Map.of("(untagged)", 9L));
    Files.move(desk.path("u"), desk.path("v"), StandardCopyOption.REPLACE_EXISTING);
    desk.log("union m_bad_b64.hlog -o u --lenient").fails(0, "m_bad_b64.hlog:10:");
    assertThat(desk.text("u")).isEqualTo(desk.text("v"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          union uA.hlog                       | 2 | where to? Name the new log with -o
          union -o x                          | 2 | which logs?
          union uA.hlog -o x --interval 0     | 2 | --interval: expected more than 0
          union uA.hlog -o x --tag-by host    | 2 | --tag-by: expected file, found 'host'
          union uA.hlog -o x --tag-by         | 2 | Missing required parameter for option '--tag-by'
          union uA.hlog absent -o x           | 1 | absent: there is no such file
          union uA.hlog -o x --tag Z          | 6 | no good interval has a tag Z; there are (untagged)
          union uA.hlog -o x --start 99       | 6 | there is no good interval in that window
          union m_empty.hlog -o x             | 6 | m_empty.hlog: the file is empty
          union uA.hlog -o .                  | 1 | is a folder; name a file in it
          union uA.hlog -o uA.hlog/x          | 1 | uA.hlog/x: no file can be made there
          """)
  void invalidUsageIsReportedAndWritesNoFile(String line, int code, String message) {
    LogDesk desk = new LogDesk(folder, "uA.hlog", "m_empty.hlog");

    desk.log(line).fails(code, message);

    assertThat(desk.files()).containsExactly("m_empty.hlog", "uA.hlog");
  }
}
