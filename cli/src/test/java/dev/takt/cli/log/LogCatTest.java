package dev.takt.cli.log;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.cli.LogDesk;
import dev.takt.cli.World;
import dev.takt.testing.Background;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LogCatTest {

  @TempDir Path folder;

  @Test
  void aLineForEachIntervalToTheLetter() {
    LogDesk desk = new LogDesk(folder, "base_rel.hlog");

    assertThat(desk.log("cat base_rel.hlog --start 8").succeeds().out())
        .isEqualTo(
            """
                 seconds    length  tag                    count       p50       p99       max
                   8.000     1.000  (untagged)                 1   9.00 ms   9.00 ms   9.00 ms
                   9.000     1.000  (untagged)                 1   10.0 ms   10.0 ms   10.0 ms
            """);
    assertThat(desk.log("cat base_rel.hlog --start 9 --iso --unit us").succeeds().lines().get(1))
        .contains("2025-01-01T00:00:09.000Z", "10002");
  }

  @Test
  void severalLogsAreInTheOrderOfTime() {
    LogDesk desk = new LogDesk(folder, "uA.hlog", "uB.hlog", "uD.hlog");

    assertThat(
            desk.log("cat uD.hlog uB.hlog uA.hlog").succeeds().lines().stream()
                .skip(1)
                .map(line -> line.strip().replaceFirst(" .*", "")))
        .containsExactly(
            "0.000", "0.300", "1.000", "1.300", "2.000", "2.300", "3.000", "3.300", "4.000",
            "4.300", "60.000", "61.000", "62.000", "63.000", "64.000");
  }

  @Test
  void aTagCannotMoveTheCursor() {
    LogDesk desk = new LogDesk(folder, "tags.hlog");
    desk.write("evil", desk.text("tags.hlog").replace("Tag=A,", "Tag=\u001b[31mA,"));

    for (String line :
        new String[] {"cat evil", "summarize evil", "cat evil --tag Z", "check evil"}) {
      LogDesk.Done done = desk.log(line);
      assertThat(done.out() + done.err()).doesNotContain("\u001b");
    }
    assertThat(desk.log("cat evil --tag Z").fails(6).err()).contains("\\u001b[31mA");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cat uA.hlog --start 50     | 6 | takt: there is no good interval in that window
          cat uA.hlog --tag T        | 6 | no good interval has a tag T; there are (untagged)
          cat uA.hlog --unit 0       | 2 | --unit: '0' is not a unit
          cat uA.hlog --format csv   | 2 | unknown option --format
          cat uA.hlog absent         | 1 | absent: there is no such file
          cat m_bad_b64.hlog         | 1 | m_bad_b64.hlog:10:
          cat m_bad_b64.hlog --lenient | 0 | 1 line could not be used
          """)
  void invalidUsageOrLogIsReported(String line, int code, String message) {
    new LogDesk(folder, "uA.hlog", "m_bad_b64.hlog").log(line).fails(code, message);
  }

  @Test
  void standardInput() throws Exception {
    LogDesk desk = new LogDesk(folder, "base_rel.hlog.gz", "base_rel.hlog");

    assertThat(
            desk.log(Files.readAllBytes(desk.path("base_rel.hlog.gz")), "cat -").succeeds().out())
        .isEqualTo(desk.log("cat base_rel.hlog").succeeds().out());
    desk.log(new byte[0], "cat -").fails(6, "standard input: the file is empty");
  }

  @Test
  void followsUntilCtrlC() throws Exception {
    LogDesk desk = new LogDesk(folder, "uA.hlog");
    World world = new World(folder);
    CompletableFuture<Integer> code =
        Background.supplyAsync(() -> world.run("log", "cat", "uA.hlog", "--follow"));
    await().atMost(ofSeconds(30)).until(() -> world.out().lines().count() >= 6);
    assertThat(code).isNotDone();

    world.pressCtrlC();

    assertThat(code.get(20, TimeUnit.SECONDS)).isZero();
    assertThat(world.out()).isEqualTo(desk.log("cat uA.hlog").out());
  }
}
