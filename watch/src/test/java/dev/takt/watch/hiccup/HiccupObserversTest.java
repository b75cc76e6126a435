package dev.takt.watch.hiccup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.text.EnglishText;
import dev.takt.testing.Timing;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(90)
@Timing
class HiccupObserversTest {

  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  private Path log() {
    return folder.resolve("hiccups.hdr");
  }

  private Map<String, Long> counts() throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(log().toFile())) {
      while (reader.hasNext()) {
        Histogram next = (Histogram) reader.nextIntervalHistogram();
        if (next != null) {
          counts.merge(String.valueOf(next.getTag()), next.getTotalCount(), Long::sum);
        }
      }
    }
    return counts;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(each -> String.valueOf(each.getFileName())).sorted().toList();
    }
  }

  private static List<Stall> longOnes(Findings found, Side side) {
    return found.stalls().stream()
        .filter(each -> each.side() == side && each.nanos() >= 190 * MILLI)
        .toList();
  }

  @Test
  void threeMetersWriteOneLog() throws Exception {
    try (Sleeper target = Sleeper.start()) {
      List<Observer> all =
          List.of(
              new HiccupObserver(log(), HiccupSettings.DEFAULT),
              new HostHiccupObserver(log(), HiccupSettings.DEFAULT),
              new TargetHiccupObserver(
                  target.pid(), log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT));
      Findings found = Findings.NONE;
      List<String> live = new ArrayList<>();
      try {
        all.forEach(Observer::start);
        Thread.sleep(1500);
        all.forEach(each -> each.live().stream().map(LiveFigure::toString).forEach(live::add));
      } finally {
        for (Observer each : all) {
          found = found.and(each.finish());
        }
      }

      assertThat(found.notObservable()).isEmpty();
      assertThat(found.sources())
          .extracting(StallSource::name)
          .containsExactly("generator-hiccups", "host-hiccups", "target-hiccups");
      assertThat(found.stalls())
          .allMatch(each -> each.kind() == StallKind.HICCUP && each.nanos() >= MILLI);
      assertThat(counts().keySet())
          .containsExactlyInAnyOrder(
              "generator:hiccup-raw",
              "generator:hiccup-corrected",
              "host:hiccup-raw",
              "host:hiccup-corrected",
              "target:hiccup-raw",
              "target:hiccup-corrected");
      assertThat(live)
          .hasSize(3)
          .allMatch(each -> each.matches(".*hiccups, text=p99 \\d+\\.\\d\\d ms, max .* ms]"));
      assertThat(files()).containsExactly("hiccups.hdr");
    }
  }

  /// An attach would take ten seconds, and leave a pending signal that the JVM answers with a
  /// thread dump when it continues.
  @Test
  void stoppedTargetIsNotAttachedTo() throws Exception {
    try (Sleeper target = Sleeper.start()) {
      target.signal("STOP");
      Thread.sleep(100);
      Observer other =
          new TargetHiccupObserver(target.pid(), log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT);
      long before = System.nanoTime();
      other.start();
      Findings found = other.finish();

      assertThat(System.nanoTime() - before).isLessThan(8_000 * MILLI);
      assertThat(found.notObservable())
          .extracting(NotObservable::why)
          .containsExactly(
              EnglishText.format(
                  "process %d is stopped by a signal or a debugger: continue it (kill -CONT %d)",
                  target.pid(), target.pid()));
    }
  }

  @Test
  void stoppedTargetHasStallWhileStopped() throws Exception {
    try (Sleeper target = Sleeper.start()) {
      Observer own = new HiccupObserver(log(), HiccupSettings.DEFAULT);
      Observer other =
          new TargetHiccupObserver(target.pid(), log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT);
      own.start();
      other.start();
      Thread.sleep(300);
      long before = System.nanoTime();
      target.signal("STOP");
      long stopped = System.nanoTime();
      Thread.sleep(250);
      long beforeContinue = System.nanoTime();
      target.signal("CONT");
      long continued = System.nanoTime();
      Thread.sleep(200);
      Findings found = other.finish().and(own.finish());

      assertThat(found.notObservable()).isEmpty();
      assertThat(longOnes(found, Side.GENERATOR)).isEmpty();
      assertThat(longOnes(found, Side.TARGET)).hasSize(1);
      Stall stall = longOnes(found, Side.TARGET).getFirst();
      assertThat(stall.beginNanoTime()).isBetween(before - 10 * MILLI, stopped + 5 * MILLI);
      assertThat(stall.endNanoTime()).isBetween(beforeContinue, continued + 20 * MILLI);
      assertThat(stall.errorNanos()).isEqualTo(MILLI);
      assertThat(stall.source()).isEqualTo("target-hiccups");
    }
  }

  @Test
  void killedTargetLacksOnlyLastInterval() throws Exception {
    try (Sleeper target = Sleeper.start()) {
      Observer observer =
          new TargetHiccupObserver(target.pid(), log(), HiccupSettings.DEFAULT, 0, 100 * MILLI);
      observer.start();
      Thread.sleep(600);
      target.signal("KILL");
      target.awaitEnd();
      Findings found = observer.finish();

      assertThat(found.sources()).hasSize(1);
      assertThat(counts()).containsKeys("target:hiccup-raw", "target:hiccup-corrected");
    }
  }

  @Test
  void unsuitableProcessIsNotObservable() throws Exception {
    Process child = new ProcessBuilder("sleep", "60").start();
    try (Sleeper shut = Sleeper.start("-XX:+DisableAttachMechanism");
        Sleeper without = Sleeper.start("-XX:-EnableDynamicAgentLoading")) {
      assertNotObservable(
          new TargetHiccupObserver(
              ProcessHandle.current().pid(), log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT),
          "is Takt itself");
      assertNotObservable(
          new TargetHiccupObserver(999_999_999, log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT),
          "there is no process 999999999");
      assertNotObservable(
          new TargetHiccupObserver(child.pid(), log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT),
          "is not a JVM");
      assertNotObservable(
          new TargetHiccupObserver(shut.pid(), log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT),
          "DisableAttachMechanism");
      assertNotObservable(
          new TargetHiccupObserver(
              without.pid(), log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT),
          "EnableDynamicAgentLoading");
      assertNotObservable(
          new TargetHiccupObserver(
              without.pid(), folder.resolve("a,b"), HiccupSettings.DEFAULT, WatchLevel.DEFAULT),
          "cannot write to a path that contains ,");
    } finally {
      child.destroyForcibly();
    }
    Path nowhere = Path.of("/proc/nowhere/hiccups.hdr");
    assertNotObservable(new HostHiccupObserver(nowhere, HiccupSettings.DEFAULT), "/proc/nowhere");
    assertNotObservable(new HiccupObserver(nowhere, HiccupSettings.DEFAULT), "/proc/nowhere");
    assertThat(files()).isEmpty();
  }

  /// Attaching begins with SIGQUIT, which terminates other processes, such as Go programs.
  @Test
  void processOtherThanJvmIsNotSignalled() throws Exception {
    Path signalled = folder.resolve("signalled");
    Process other =
        new ProcessBuilder(
                "bash", "-c", "trap 'touch signalled' QUIT; echo up; while :; do sleep 0.1; done")
            .directory(folder.toFile())
            .start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("up");
      assertNotObservable(
          new TargetHiccupObserver(other.pid(), log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT),
          "is not a JVM");
      Thread.sleep(500);
      assertThat(signalled).doesNotExist();
    } finally {
      other.destroyForcibly();
    }
  }

  private static void assertNotObservable(Observer observer, String why) {
    observer.start();
    assertThat(observer.live()).isEmpty();
    Findings found = observer.finish();

    assertThat(found.notObservable())
        .hasSize(1)
        .extracting(NotObservable::why)
        .allMatch(each -> each.contains(why), why);
    assertThat(found.sources()).isEmpty();
  }

  @Test
  void targetThatCannotWriteLogIsReported() throws Exception {
    try (Sleeper target = Sleeper.start()) {
      Files.writeString(log(), "something else\n");

      assertNotObservable(
          new TargetHiccupObserver(target.pid(), log(), 1_000 * MILLI), "did not start");
      assertThat(log()).hasContent("something else\n");
    }
  }

  @Test
  void finishWithoutStartFindsNothing() {
    assertThat(new HiccupObserver(log(), HiccupSettings.DEFAULT).finish()).isEqualTo(Findings.NONE);
    assertThat(new HostHiccupObserver(log(), HiccupSettings.DEFAULT).finish())
        .isEqualTo(Findings.NONE);
    assertThat(
            new TargetHiccupObserver(1, log(), HiccupSettings.DEFAULT, WatchLevel.DEFAULT).finish())
        .isEqualTo(Findings.NONE);
  }
}
