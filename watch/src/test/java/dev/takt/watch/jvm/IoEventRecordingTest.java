package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.jvm.VictimJvm.Deed;
import dev.takt.watch.jvm.attach.JvmCommands;
import dev.takt.watch.jvm.attach.JvmException;
import dev.takt.watch.locks.ThreadWaitEvents;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The victim's peer answers 30 ms after a question. A thread that is late to read its answer waits
/// for less than that.
@Tag("timing")
class IoEventRecordingTest {

  /// Longer than the timeout of a command, and than the budget's windows.
  private static final Duration HELD = Duration.ofSeconds(25);

  @TempDir Path directory;

  @Test
  void socketWaitsAreRecordedUntilBudgetIsExceeded() throws Exception {
    checkBudget(17);
  }

  @Test
  @Tag("slow")
  void theSameOfNewerJvm() throws Exception {
    checkBudget(25);
  }

  private void checkBudget(int version) throws Exception {
    Seen seen = watch(version, WatchLevel.DEFAULT, "ask", "5", "chat", "6000", "ask", "5");

    assertThat(seen.answersWaitedFor()).as("before, and not after").isEqualTo(5);
    assertThat(seen.leftOut())
        .singleElement()
        .satisfies(each ->
            assertThat(each.why())
                .matches("from \\d+ s on: its process reads and writes [0-9,]+ times .*"));
  }

  @Test
  void infrequentCallsAreRecordedToTheEnd() throws Exception {
    Seen seen = watch(25, WatchLevel.DEFAULT, "ask", "5", "sleep", "3000", "ask", "5");

    assertThat(seen.answersWaitedFor()).isEqualTo(10);
    assertThat(seen.leftOut()).isEmpty();
  }

  @Test
  @Tag("slow")
  void deepHasNoBudget() throws Exception {
    Seen seen = watch(25, WatchLevel.DEEP, "ask", "5", "chat", "6000", "ask", "5");

    assertThat(seen.answersWaitedFor()).isEqualTo(10);
    assertThat(seen.leftOut()).isEmpty();
  }

  @Test
  void recordingStoppedByOthersIsNoError() throws Exception {
    try (VictimJvm victim = VictimJvm.start(25, directory, List.of("-Xmx256m"), "gc", "1")) {
      JvmObserver observer = observer(victim.pid(), WatchLevel.DEFAULT);
      observer.start();
      Matcher names = Pattern.compile("name=(takt-\\S+)").matcher(command(victim, "JFR.check"));
      List<String> both = names.results().map(each -> each.group(1)).toList();
      assertThat(both).hasSize(2);
      assertThat(command(victim, "JFR.stop name=" + both.getLast())).contains("Stopped");
      victim.goAndAwait();
      assertThat(observer.finish().notObservable())
          .noneMatch(each -> each.what().contains(IoEventRecording.DESCRIPTION));
      assertThat(command(victim, "JFR.check")).contains("No available recordings");
    }
  }

  @Tag("slow")
  @Test
  void stoppedJvmDelaysFinishByItsTimeoutOnly() throws Exception {
    try (VictimJvm victim = VictimJvm.start(25, directory, List.of("-Xmx256m"), "chat", "60000")) {
      JvmObserver observer = observer(victim.pid(), WatchLevel.DEFAULT);
      observer.start();
      victim.go();
      Thread.sleep(1_500);
      signal("-STOP", victim);
      long begin = System.nanoTime();
      Findings found = observer.finish();
      assertThat(System.nanoTime() - begin).isLessThan(60_000_000_000L);
      signal("-CONT", victim);
      assertThat(found.notObservable())
          .anyMatch(each -> each.why().contains("has not answered for"));
    }
  }

  @Tag("slow")
  @Test
  void stopIsRepeatedAtFinishAfterTimeout() throws Exception {
    List<String> options = List.of("-Xmx256m", "-XX:+EnableDynamicAgentLoading");
    try (VictimJvm victim = VictimJvm.start(25, directory, options, "chat", "60000")) {
      JvmObserver observer = observer(victim.pid(), WatchLevel.DEFAULT);
      observer.start();
      victim.go();
      victim.holdAttached(HELD);
      Findings found = observer.finish();
      assertThat(found.notObservable())
          .filteredOn(each -> each.what().equals(IoEventRecording.DESCRIPTION))
          .singleElement()
          .satisfies(each -> assertThat(each.why()).startsWith("possibly from some time on"));
      assertThat(command(victim, "JFR.check")).contains("No available recordings");
    }
  }

  private static void signal(String signal, VictimJvm victim) throws Exception {
    assertThat(new ProcessBuilder("kill", signal, Long.toString(victim.pid())).start().waitFor())
        .isZero();
  }

  /// The findings of a JVM's workload.
  private record Seen(List<Deed> deeds, Findings found) {

    List<NotObservable> leftOut() {
      return found.notObservable().stream()
          .filter(each -> each.what().equals(IoEventRecording.DESCRIPTION))
          .toList();
    }

    /// How many of the requested waits are reported as socket I/O.
    long answersWaitedFor() {
      return deeds.stream()
          .filter(each -> each.what().equals("ask"))
          .filter(this::isReported)
          .count();
    }

    private boolean isReported(Deed asked) {
      return found.stalls().stream()
          .filter(each -> each.kind() == StallKind.SOCKET_IO)
          .filter(each -> each.nanos() >= 25_000_000)
          .anyMatch(each ->
              each.beginNanoTime() >= asked.begin() - 1_000_000
                  && each.endNanoTime() <= asked.end() + 1_000_000);
    }
  }

  private JvmObserver observer(long pid, WatchLevel level) {
    return JvmObserver.ofPid(
        Side.TARGET,
        pid,
        level,
        directory,
        ThreadWaitEvents.forLevel(level, new MeasurementWindow()));
  }

  private Seen watch(int version, WatchLevel level, String... deeds) throws Exception {
    try (VictimJvm victim = VictimJvm.start(version, directory, List.of("-Xmx256m"), deeds)) {
      JvmObserver observer = observer(victim.pid(), level);
      observer.start();
      List<Deed> done = victim.goAndAwait();
      Findings found = observer.finish();
      assertThat(command(victim, "JFR.check")).contains("No available recordings");
      assertThat(settingsLeft()).isEmpty();
      return new Seen(done, found);
    }
  }

  private List<String> settingsLeft() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".jfc")).toList();
    }
  }

  private static String command(VictimJvm victim, String command) throws JvmException {
    try (JvmCommands commands = JvmCommands.of(victim.pid())) {
      return commands.run(command);
    }
  }
}
