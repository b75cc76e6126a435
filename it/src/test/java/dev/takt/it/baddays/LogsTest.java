package dev.takt.it.baddays;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.harness.TaktProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// `takt log` as a process: what is left when it is stopped, and when nobody reads.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LogsTest {

  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir static Path once;

  @TempDir Path folder;

  @BeforeAll
  static void run() {
    Ran ran =
        Takt.run(once, "--target", "sim:delay=1ms", "--mode", "throughput", "--duration", "1500ms");
    assertThat(ran.code()).as(ran.err()).isZero();
  }

  @BeforeEach
  void aLog() throws IOException {
    Files.copy(once.resolve("run/latency.hdr"), folder.resolve("a.hdr"));
  }

  private TaktProcess takt(String line) throws IOException {
    return TaktProcess.command(folder, List.of(line.split(" ", -1)));
  }

  private Ran inShell(String script) throws IOException, InterruptedException {
    try (TaktProcess takt = TaktProcess.commandInShell(folder, script, List.of("log"))) {
      return takt.await();
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  /// The union of a log and of a pipe that does not end: it is being written, and never done.
  private TaktProcess unionThatDoesNotEnd() throws IOException, InterruptedException {
    new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor();
    TaktProcess takt = takt("log union a.hdr pipe -o both.hdr");
    await("a part of the union").atMost(ofSeconds(30)).until(this::isPartThere);
    return takt;
  }

  private boolean isPartThere() {
    try {
      return files().stream().anyMatch(each -> each.endsWith(".part"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sigkillDuringAUnionLeavesNoHalfFileUnderItsName() throws Exception {
    try (TaktProcess takt = unionThatDoesNotEnd()) {
      takt.signal("KILL");
      assertThat(takt.process().waitFor()).isEqualTo(137);

      assertThat(files()).doesNotContain("both.hdr");
    }
    Ran again = Takt.command(folder, List.of("log", "union", "a.hdr", "-o", "both.hdr"));
    assertThat(again.code()).as(again.err()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aUnionThatIsStoppedLeavesNothing(String signal) throws Exception {
    try (TaktProcess takt = unionThatDoesNotEnd()) {
      Ran ran = takt.signal(signal).await(SOON);

      assertThat(ran.code()).isEqualTo(signal.equals("INT") ? 130 : 143);
      assertThat(files()).noneMatch(each -> each.contains("both.hdr"));
    }
  }

  @Test
  void sigkillDuringAUnionOverAnOldOneKeepsTheOldOne() throws Exception {
    Files.writeString(folder.resolve("both.hdr"), "old");
    new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor();
    try (TaktProcess takt = takt("log union a.hdr pipe -o both.hdr --force")) {
      await("a part").atMost(ofSeconds(30)).until(this::isPartThere);
      takt.signal("KILL");
      takt.process().waitFor();
    }
    assertThat(folder.resolve("both.hdr")).hasContent("old");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat a.hdr",
        "summarize a.hdr",
        "summarize a.hdr --window 100ms --format json",
        "union a.hdr -o -",
        "check a.hdr"
      })
  void aReaderThatHasEnoughIsNoError(String line) throws Exception {
    Ran ran = inShell("\"$@\" " + line + " | head -n 1; echo \"codes ${PIPESTATUS[*]}\"");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.out().lines()).hasSize(2);
    assertThat(ran.out()).contains("codes 0 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cat a.hdr", "union a.hdr -o -"})
  void aFullDiskForTheResults(String line) throws Exception {
    Ran ran = inShell("exec \"$@\" " + line + " > /dev/full");

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).isEqualTo("takt: the results could not be written to standard output\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "csv", "table"})
  void ctrlCEndsAFollowedLogWithAWholeResult(String format) throws Exception {
    try (TaktProcess takt =
        takt("log summarize a.hdr --window 500ms --follow --format " + format)) {
      await("a window")
          .atMost(ofSeconds(30))
          .until(() -> folder.resolve("out.txt").toFile().length() > 0);
      Ran ran = takt.signal("INT").await(SOON);

      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(ran.err()).isEmpty();
      Ran whole =
          Takt.command(
              folder,
              List.of("log", "summarize", "a.hdr", "--window", "500ms", "--format", format));
      assertThat(ran.out().endsWith("\n")).isTrue();
      if (format.equals("json")) {
        JsonMapper json = new JsonMapper();
        assertThat(json.readTree(ran.out()).get("windows"))
            .isEqualTo(json.readTree(whole.out()).get("windows"));
      } else if (format.equals("csv")) {
        assertThat(ran.out()).isEqualTo(whole.out());
      }
    }
  }

  @Test
  void aLogCanBeFollowedWhileItIsWritten() throws Exception {
    Path own = Files.createDirectory(folder.resolve("own"));
    try (TaktProcess run =
            TaktProcess.run(
                own, "--target", "sim:delay=1ms", "--rate", "200/s", "--duration", "3s");
        TaktProcess _ = run.awaitWord("measure    1 s");
        TaktProcess cat = takt("log cat own/run --follow --tag *-rt")) {
      await("two intervals").atMost(ofSeconds(30)).until(() -> lines() >= 3);
      assertThat(run.process().isAlive()).isTrue();
      run.await();
      await("all intervals").atMost(ofSeconds(30)).until(() -> lines() >= 4);
      Ran ran = cat.signal("INT").await(SOON);

      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(ran.out())
          .isEqualTo(Takt.command(folder, List.of("log", "cat", "own/run", "--tag", "*-rt")).out());
    }
  }

  private long lines() {
    try (Stream<String> lines = Files.lines(folder.resolve("out.txt"))) {
      return lines.count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aDiskThatIsFullNamesTheFile() throws Exception {
    Ran ran =
        inShell(
            "(ulimit -f 0; trap '' XFSZ; exec \"$@\" union a.hdr -o big.hdr 2>&1) | cat;"
                + " echo \"code ${PIPESTATUS[0]}\"");

    assertThat(ran.out()).startsWith("takt: big.hdr: ").endsWith("code 1\n");
    assertThat(files()).noneMatch(each -> each.contains("big.hdr"));
  }
}
