package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchReadTest {

  @TempDir Path folder;

  /// Safepoints below a recording's threshold are unobserved, not absent.
  @Test
  void aRecordingSaysHowLongItIsAndWhichStopsAreInIt() throws Exception {
    Path file = folder.resolve("app.jfr");
    long before = System.nanoTime();
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ActiveSetting");
      recording.enable("jdk.SafepointBegin").withThreshold(Duration.ofMillis(20));
      recording.enable("jdk.SafepointEnd").withThreshold(Duration.ofMillis(10));
      recording.start();
      Thread.sleep(30);
      recording.stop();
      recording.dump(file);
    }
    double most = (System.nanoTime() - before) / 1e6;

    World world = new World(folder);
    assertThat(world.run("watch", "--read", file.toString())).as(world.err()).isZero();
    Matcher told =
        Pattern.compile("recorded from 20\\S+Z on, for ([0-9.]+) ms; stops of 20.0 ms and more\n\n")
            .matcher(world.out());
    assertThat(told.find()).as(world.out()).isTrue();
    assertThat(Double.parseDouble(told.group(1))).isBetween(25.0, most + 1);
  }

  private Path recording() throws Exception {
    Path file = folder.resolve("app.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.SafepointBegin").withThreshold(Duration.ofHours(1));
      recording.start();
      // Each recording that starts ends a chunk.
      try (Recording other = new Recording()) {
        other.start();
        other.stop();
      }
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  @Test
  void firstLineAndExitCodeSayThatOnlyAPartCouldBeRead() throws Exception {
    Path file = recording();
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1000));
    World table = new World(folder);
    World json = new World(folder);

    assertThat(table.run("watch", "--read", file.toString())).isEqualTo(ExitCode.NOT_TRUSTED);
    assertThat(table.out())
        .startsWith("only part of this recording could be read: ")
        .doesNotContain("no stalls were seen\n");
    assertThat(json.run("watch", "--read", file.toString(), "--format", "json"))
        .isEqualTo(ExitCode.NOT_TRUSTED);
    assertThat(json.out()).startsWith("{");
    assertThat(json.err()).startsWith("takt: only part of this recording could be read: ");
  }

  @Test
  void recordingOfWhichNothingCanBeReadFails() throws Exception {
    Path file = Files.writeString(folder.resolve("app.jfr"), "FLR");
    World world = new World(folder);

    assertThat(world.run("watch", "--read", file.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(world.err()).contains("app.jfr cannot be read: ");
    assertThat(world.out()).isEmpty();
  }

  @Test
  void recordingWithoutStallEventsIsReportedAsInconclusive() throws Exception {
    Path file = folder.resolve("app.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ExecutionSample");
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    World world = new World(folder);

    assertThat(world.run("watch", "--read", file.toString())).isEqualTo(ExitCode.NOT_TRUSTED);
    assertThat(world.out())
        .startsWith("this recording has no events that show stalls")
        .doesNotContain("no stalls were seen", "Exception");
  }
}
