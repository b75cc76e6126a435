package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchReadTest {

  @TempDir Path folder;

  /// Stops that were shorter than somebody's threshold were not seen, and not absent.
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
        Pattern.compile(
                "recorded from 20\\S+Z on, for ([0-9.]+) ms; stops of 20.0 ms and more\n\nno stalls")
            .matcher(world.out());
    assertThat(told.find()).as(world.out()).isTrue();
    assertThat(Double.parseDouble(told.group(1))).isBetween(25.0, most + 1);
  }
}
