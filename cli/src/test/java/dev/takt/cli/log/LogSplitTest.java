package dev.takt.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.LogDesk;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LogSplitTest {

  @TempDir Path folder;

  @Test
  void aLogForEachTagWithAllItHad() {
    LogDesk desk = new LogDesk(folder, "tags.hlog");

    LogDesk.Done done = desk.log("split tags.hlog -o parts").succeeds();

    assertThat(done.lines())
        .containsExactlyInAnyOrder(
            folder + "/parts/default.tags.hdr",
            folder + "/parts/A.tags.hdr",
            folder + "/parts/B.tags.hdr");
    assertThat(desk.log("summarize parts/*.hdr").succeeds().lines().subList(2, 7))
        .isEqualTo(desk.log("summarize tags.hlog").succeeds().lines().subList(2, 7));
    assertThat(desk.log("cat parts/A.tags.hdr").succeeds().out())
        .isEqualTo(desk.log("cat tags.hlog --tag A").succeeds().out());
  }

  @Test
  void onlySomeAndWithoutTheirTags() {
    LogDesk desk = new LogDesk(folder, "tags.hlog");

    desk.log("split tags.hlog --tag A --untagged --start 5").succeeds();

    assertThat(desk.files()).containsExactly("A.tags.hdr", "tags.hlog");
    assertThat(desk.counts("A.tags.hdr")).isEqualTo(Map.of("(untagged)", 5L));
  }

  @Test
  void tagsThatAreNoFileNames() {
    LogDesk desk = new LogDesk(folder, "tags.hlog");
    List<String> odd =
        List.of(
            "../../x",
            "a/b",
            "a%2Fb",
            "default",
            "DEFAULT",
            ".hidden",
            "-rf",
            "CON",
            "*",
            "a b",
            "y".repeat(300),
            "y".repeat(301),
            "é✓".repeat(60),
            "\uD83D\uDE00".repeat(50));
    StringBuilder log = new StringBuilder(desk.text("tags.hlog"));
    String line =
        desk.text("tags.hlog")
            .lines()
            .filter(l -> l.startsWith("Tag=A,"))
            .findFirst()
            .orElseThrow();
    odd.forEach(tag -> log.append(line.replace("Tag=A,", "Tag=" + tag + ",")).append('\n'));
    desk.write("odd.hlog", log.toString());

    desk.log("split odd.hlog -o parts").succeeds();

    List<String> parts = desk.files().stream().filter(each -> each.startsWith("parts/")).toList();
    assertThat(parts)
        .hasSize(odd.size() + 3)
        .allSatisfy(each ->
            assertThat(each.substring("parts/".length()).getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThan(200));
    assertThat(desk.files()).hasSize(parts.size() + 2);
    Map<String, Long> expected = desk.counts("odd.hlog");
    expected.put("a%20b", Objects.requireNonNull(expected.remove("a b"))); // for older readers
    assertThat(desk.counts("parts/*")).isEqualTo(expected).hasSize(odd.size() + 3);
    assertThat(parts)
        .contains("parts/%2E.%2F..%2Fx.odd.hdr", "parts/%2Drf.odd.hdr", "parts/DEFAULT~3.odd.hdr");
  }

  @Test
  void logsOfTheSameNameStayApart() {
    LogDesk desk =
        new LogDesk(folder)
            .put("uA.hlog", "m1/x.hdr")
            .put("uD.hlog", "m2/x.hdr")
            .put("uB.hlog", "m3/x.hdr");

    assertThat(desk.log("split m1/x.hdr m2/x.hdr m3/x.hdr -o p").succeeds().lines()).hasSize(3);
    assertThat(desk.counts("p/*")).isEqualTo(Map.of("(untagged)", 100L, "T", 50L));

    desk.put("uA.hlog", "y.hdr").put("uC.hlog", "y.hlog");
    assertThat(desk.log("split y.hdr y.hlog -o q").succeeds().lines()).hasSize(2);
    assertThat(desk.counts("q/*")).isEqualTo(Map.of("(untagged)", 100L));
  }

  @Test
  void manyTags() {
    LogDesk desk = new LogDesk(folder, "uD.hlog");
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      log.append(
          desk.text("uD.hlog")
              .replace("Tag=T,", "Tag=t" + i + ",")
              .replaceAll("(?m)^[#\"].*\n", ""));
    }
    desk.write("many", log.toString());

    desk.log("split many -o p --lenient").fails(0);

    assertThat(desk.files()).hasSize(302);
    assertThat(desk.counts("p/*"))
        .isEqualTo(desk.counts("many"))
        .hasSize(300)
        .containsEntry("t7", 50L);
  }

  @Test
  void writesOverNothingAndLeavesNothing() throws Exception {
    LogDesk desk = new LogDesk(folder, "tags.hlog");
    Files.createDirectory(desk.path("p"));
    desk.write("p/B.tags.hdr", "precious");

    desk.log("split tags.hlog -o p").fails(1, "p/B.tags.hdr: it exists; another name, or --force");
    assertThat(desk.files()).containsExactly("p/B.tags.hdr", "tags.hlog");
    assertThat(desk.text("p/B.tags.hdr")).isEqualTo("precious");

    desk.log("split tags.hlog -o p --force").succeeds();
    assertThat(desk.counts("p/*")).isEqualTo(desk.counts("tags.hlog"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--ignore-tags", "--format csv", "--interval 1s"})
  void flagsThatMakeNoSense(String flag) {
    LogDesk desk = new LogDesk(folder, "tags.hlog");

    desk.log("split tags.hlog " + flag).fails(2, flag.replaceFirst(" .*", ""));
    assertThat(desk.files()).containsExactly("tags.hlog");
  }

  @Test
  void aTagThatIsNotThere() {
    LogDesk desk = new LogDesk(folder, "tags.hlog");

    desk.log("split tags.hlog --tag Z").fails(6, "no good interval has a tag Z");
    assertThat(desk.files()).containsExactly("tags.hlog");
  }

  @Test
  void damagedLinesAreReportedAndNotCopied() {
    LogDesk desk = new LogDesk(folder, "m_bad_zlib.hlog");

    desk.log("split m_bad_zlib.hlog").fails(1, "m_bad_zlib.hlog:10:");
    desk.log("summarize default.m_bad_zlib.hdr").succeeds();
    assertThat(desk.counts("default.m_bad_zlib.hdr")).isEqualTo(Map.of("(untagged)", 9L));
  }
}
