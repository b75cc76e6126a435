package dev.takt.watch.hiccup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.testing.Timing;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Timing
class ContainerTest {

  @TempDir Path folder;

  private static Sleeper containerWithout(Path folder) {
    try {
      return Sleeper.startInContainerWithout(folder);
    } catch (IOException e) {
      return abort("no container can be made here: " + e.getMessage());
    }
  }

  private Findings watched(Sleeper target) throws InterruptedException {
    Observer observer =
        new TargetHiccupObserver(
            target.pid(),
            folder.resolve("hiccups.hdr"),
            HiccupSettings.LOW_OVERHEAD,
            WatchLevel.DEFAULT);
    observer.start();
    Thread.sleep(300);
    return observer.finish();
  }

  /// It is process 1 in its namespace and has another number here. Attaching finds it, but it does
  /// not see Takt's process.
  @Test
  void targetInPidNamespaceIsMeasured() throws Exception {
    Path unrelated = Files.createDirectory(folder.resolve("unrelated"));
    try (Sleeper target = containerWithout(unrelated)) {
      assertThat(watched(target).notObservable()).isEmpty();
      assertThat(folder.resolve("hiccups.hdr")).content().contains("Tag=target:hiccup-raw,");
    }
  }

  /// It does not see the run's directory.
  @Test
  void targetWithOtherFileSystemIsMeasured() throws Exception {
    Path log = folder.resolve("hiccups.hdr");
    try (Sleeper target = containerWithout(folder)) {
      assertThat(watched(target).notObservable()).isEmpty();
      assertThat(log).content().contains("Tag=target:hiccup-raw,");
      assertThat(folder).isDirectoryNotContaining(each -> !each.equals(log));
      try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
        Histogram first = (Histogram) reader.nextIntervalHistogram();
        assertThat(first.getEndTimeStamp() - System.currentTimeMillis()).isBetween(-20_000L, 1000L);
      }
    }
  }
}
