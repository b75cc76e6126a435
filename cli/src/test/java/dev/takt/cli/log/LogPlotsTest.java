package dev.takt.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.LogDesk;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LogPlotsTest {

  @TempDir Path folder;

  private static void assertSvg(LogDesk desk, String name) throws Exception {
    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(desk.path(name).toFile())
                .getDocumentElement()
                .getTagName())
        .isEqualTo("svg");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "base_rel.hlog", "tags.hlog", "double.hlog", "bigcounts.hlog", "empty_interval.hlog",
        "m_concat.hlog", "noheader_rel.hlog", "shifted.hlog", "tag_utf8.hlog", "ycsb.logV1.hlog"
      })
  void drawsWhatThereIs(String log) throws Exception {
    LogDesk desk = new LogDesk(folder, log);

    assertThat(desk.log("plot " + log + " -o x.svg").succeeds().out())
        .isEqualTo(folder + "/x.svg\n");
    assertSvg(desk, "x.svg");
  }

  @Test
  void whatATitleOrATagSaysIsNoMarkup() throws Exception {
    LogDesk desk = new LogDesk(folder, "tags.hlog");
    desk.write("evil", desk.text("tags.hlog").replace("Tag=A,", "Tag=<script>\u001b&,"));

    desk.logWords("plot", "evil", "-o", "x.svg", "--title", "<b>\"&'\u0001").succeeds();

    assertSvg(desk, "x.svg");
    assertThat(desk.text("x.svg")).doesNotContain("<script", "<b>");
  }

  @Test
  void aPngOfSeveralLogs() throws Exception {
    LogDesk desk = new LogDesk(folder, "uA.hlog", "uB.hlog", "uD.hlog");

    desk.log("plot uA.hlog uB.hlog uD.hlog --relative --scale log -o x.png").succeeds();

    assertThat(ImageIO.read(desk.path("x.png").toFile()).getWidth()).isGreaterThan(400);
  }

  @Test
  void fromStandardInput() throws Exception {
    LogDesk desk = new LogDesk(folder, "uA.hlog");

    desk.log(Files.readAllBytes(desk.path("uA.hlog")), "plot - -o x.svg").succeeds();

    assertSvg(desk, "x.svg");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          plot uA.hlog                     | 2 | where to? Name the picture, .svg or .png, with -o
          plot uA.hlog -o x.pdf            | 2 | --out: a picture is .svg or .png
          plot uA.hlog -o x.svg --scale no | 2 | --scale: expected auto, log or linear, found 'no'
          plot uA.hlog -o x.svg --window 0 | 2 | --window: expected more than 0
          plot uA.hlog -o x.svg --tag Z    | 6 | no good interval has a tag Z
          plot uA.hlog -o x.svg --start 99 | 6 | there is no good interval in that window
          plot m_empty.hlog -o x.svg       | 6 | m_empty.hlog: the file is empty
          plot absent.hlog -o x.svg        | 1 | absent.hlog: there is no such file
          plot uA.hlog -o old.svg          | 1 | old.svg: it exists
          """)
  void invalidUsageIsReportedAndWritesNoFile(String line, int code, String message) {
    LogDesk desk = new LogDesk(folder, "uA.hlog", "m_empty.hlog");
    desk.write("old.svg", "old");

    desk.log(line).fails(code, message);
    assertThat(desk.files()).containsExactly("m_empty.hlog", "old.svg", "uA.hlog");
    assertThat(desk.text("old.svg")).isEqualTo("old");
  }
}
