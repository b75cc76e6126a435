package dev.takt.watch.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.Timing;
import dev.takt.watch.jfr.ClockEvidence;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jfr.RecordingReader;
import dev.takt.watch.jvm.JvmObserver;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Timing
class OwnJvmTest {

  @TempDir Path directory;

  @Test
  void observesThisJvm() throws Exception {
    JvmObserver observer = JvmObserver.own(WatchLevel.DEEP, directory, EventExtension.NONE);
    observer.start();
    long[] gc = new long[2];
    Findings found;
    try {
      assertThat(observer.live()).as("discards earlier figures").isNotNull();
      gc[0] = System.nanoTime();
      System.gc();
      gc[1] = System.nanoTime();
      Thread.sleep(2_100); // A clock mark is recorded, and events are flushed, once a second.
      leavesItsRecordingIfItIsKilledNow();
      assertThat(observer.live())
          .filteredOn(each -> each.name().equals("generator gc"))
          .extracting(LiveFigure::text)
          .singleElement(STRING)
          .matches("[1-9][0-9]* pauses?, longest [0-9.]+ [mµ]s");

    } finally {
      found = observer.finish();
    }

    assertThat(found.stalls())
        .filteredOn(each -> each.kind() == StallKind.GC_PAUSE)
        .filteredOn(each -> "System.gc()".equals(each.cause()))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.side()).isEqualTo(Side.GENERATOR);
          assertThat(each.source()).isEqualTo("generator-jfr");
          assertThat(each.beginNanoTime()).isBetween(gc[0] - each.errorNanos(), gc[1]);
          assertThat(each.endNanoTime()).isBetween(gc[0], gc[1] + each.errorNanos());
        });
    assertThat(found.sources().getFirst().alignment().description())
        .contains("events with their own monotonic time");
    assertThat(JvmCommands.own().run("JFR.check")).doesNotContain("takt-");
  }

  /// A killed process leaves what is on disk now: a chunk in the run directory.
  private void leavesItsRecordingIfItIsKilledNow() throws IOException {
    Path copy = directory.resolve("copy");
    try (Stream<Path> files = Files.walk(directory)) {
      Path chunk =
          files
              .filter(each -> each.toString().endsWith(".jfr") && each.toFile().length() > 0)
              .findFirst()
              .orElseThrow();
      Files.copy(chunk, copy);
    }
    Findings left =
        RecordingReader.of(Side.GENERATOR, EventExtension.NONE, ClockEvidence.NONE).read(copy);
    assertThat(left.stalls()).anyMatch(each -> "System.gc()".equals(each.cause()));
    assertThat(left.sources().getFirst().blind().getFirst()).contains("it was never ended");
  }

  @Test
  void reportsRefusedCommand() {
    assertThatThrownBy(() -> JvmCommands.own().run("No.such"))
        .isInstanceOf(JvmException.class)
        .hasMessageContaining("this JVM refused No.such");
    assertThatThrownBy(() -> JvmCommands.quoted("a\"b")).hasMessageContaining("quote");
  }
}
