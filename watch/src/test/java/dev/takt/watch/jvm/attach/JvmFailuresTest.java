package dev.takt.watch.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.Timing;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jvm.JvmObserver;
import dev.takt.watch.jvm.LogOutput;
import dev.takt.watch.jvm.SpawnedJvm;
import dev.takt.watch.jvm.VictimJvm;
import dev.takt.watch.locks.ThreadWaitEvents;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.MeasurementWindow;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmFailuresTest {

  @TempDir Path directory;

  @Test
  void readsFilesOfKilledTarget() throws Exception {
    readsWhatIsLeft(25, "KILL");
  }

  @Tag("slow")
  @Timing
  @ParameterizedTest
  @CsvSource({"17, KILL", "17, TERM", "25, TERM"})
  void readsWhatIsLeft(int version, String signal) throws Exception {
    try (VictimJvm victim = VictimJvm.start(version, directory, List.of(), "gc", "4")) {
      JvmObserver observer = observer(victim.pid(), directory);
      observer.start();
      victim.goAndAwait();
      Thread.sleep(1_500); // JFR flushes once a second.
      end(victim.pid(), signal);

      Findings found = observer.finish();

      assertThat(collections(found))
          .hasSize(4)
          .allMatch(each -> "target-jfr".equals(each.source()));
      assertThat(reasons(found)).contains("process " + victim.pid() + " has ended");
      assertThat(directory.resolve("target.jfr")).isNotEmptyFile();
    }
  }

  @Test
  void usesLogAloneWithoutFlightRecorder() throws Exception {
    try (VictimJvm victim =
        VictimJvm.start(25, directory, List.of("-XX:-FlightRecorder"), "gc", "3")) {
      JvmObserver observer = observer(victim.pid(), directory);
      observer.start();
      victim.goAndAwait();

      Findings found = observer.finish();

      assertThat(collections(found))
          .hasSize(3)
          .allMatch(each -> "target-log".equals(each.source()));
      assertThat(found.notObservable())
          .anyMatch(each -> each.what().equals("flight recording of the JVM"));
      assertThat(directory)
          .as("settings files are deleted")
          .isDirectoryNotContaining(each -> each.toString().endsWith(".jfc"));
    }
  }

  @Test
  void keepsRecordingsAndLogsOfOtherTools() throws Exception {
    Path run = Files.createDirectory(directory.resolve("my run=1, once more"));
    List<String> options =
        List.of(
            "-XX:StartFlightRecording:name=theirs",
            "-Xlog:gc:file=" + directory.resolve("theirs.log"));
    try (VictimJvm victim = VictimJvm.start(17, directory, options, "gc", "2")) {
      JvmObserver observer = observer(victim.pid(), run);
      observer.start();
      victim.goAndAwait();
      assertThat(collections(observer.finish())).hasSize(2);

      try (JvmCommands jvm = JvmCommands.of(victim.pid())) {
        assertThat(jvm.run("JFR.check")).contains("name=theirs").doesNotContain("takt-");
        assertThat(jvm.run("VM.log list")).contains("theirs.log").doesNotContain("target-jvm.log");
      }
      assertThat(Files.readString(directory.resolve("theirs.log"))).contains("Pause Full");
    }
  }

  @Tag("slow")
  @Test
  void stopsRecordingOfKilledTakt() throws Exception {
    long endedPid = new ProcessBuilder("true").start().pid();
    Thread.sleep(200);
    try (VictimJvm victim = VictimJvm.start(25, directory, List.of())) {
      try (JvmCommands jvm = JvmCommands.of(victim.pid())) {
        Path before = Files.createDirectory(directory.resolve("the dead's, of before"));
        new LogOutput(jvm, ExchangeDirectory.own(before), "target-jvm.log")
            .start(WatchLevel.DEFAULT);
        Path theirs = directory.resolve("theirs.log");
        jvm.run("VM.log output=" + theirs + " what=gc=info");
        jvm.run("JFR.start name=takt-" + endedPid + "-1");
        JvmObserver observer = observer(victim.pid(), directory);
        observer.start();
        assertThat(jvm.run("JFR.check")).doesNotContain("takt-" + endedPid);
        assertThat(jvm.run("VM.log list"))
            .contains(theirs.toString(), directory.resolve("target-jvm.log").toString())
            .doesNotContain(before.toString());
        observer.finish();
        assertThat(jvm.run("VM.log list"))
            .contains(theirs.toString())
            .doesNotContain("target-jvm.log");
      }
    }
  }

  @Timing
  @Test
  void reportsStoppedJvm() throws Exception {
    try (VictimJvm victim = VictimJvm.start(25, directory, List.of())) {
      end(victim.pid(), "STOP");
      Thread.sleep(100);
      assertThatThrownBy(() -> JvmCommands.of(victim.pid()))
          .isInstanceOf(JvmException.class)
          .hasMessageContaining("stopped by a signal");
      end(victim.pid(), "CONT");
    }
  }

  @Test
  void reportsProcessThatIsNoJvm() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "20").start();
    Findings found = watched(sleep.pid());
    assertThat(sleep.isAlive()).isTrue();
    sleep.destroyForcibly();
    assertThat(reasons(found)).contains("is not a JVM");
  }

  @Test
  void reportsMissingProcess() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    assertThat(reasons(watched(ended.pid()))).isEqualTo("there is no process " + ended.pid());
  }

  @Test
  void reportsDisabledAttach() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    try (SpawnedJvm jvm =
        SpawnedJvm.start(
            List.of(
                java.toString(),
                "-XX:+DisableAttachMechanism",
                VictimJvm.source().toString(),
                "sleep",
                "20000"),
            directory.resolve("out"))) {
      long pid = jvm.awaitJvm(Duration.ofSeconds(20));
      assertThat(reasons(watched(pid))).contains("DisableAttachMechanism");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 3", "sleep 20"})
  void reportsSpawnedCommandWithoutJvm(String script) throws Exception {
    try (SpawnedJvm jvm =
        SpawnedJvm.start(
            List.of("sh", "-c", "echo no port; " + script), directory.resolve("out"))) {
      assertThatThrownBy(() -> jvm.awaitJvm(Duration.ofSeconds(1)))
          .isInstanceOf(JvmException.class)
          .hasMessageContaining("no port")
          .hasMessageContaining(script.startsWith("exit") ? "ended (exit code 3)" : "runs, but");
    }
  }

  @Test
  void findsJvmThatAShellStarted() throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String script = "'" + java + "' '" + VictimJvm.source() + "' sleep 20000; true";
    try (SpawnedJvm jvm = SpawnedJvm.start(List.of("sh", "-c", script), directory.resolve("out"))) {
      try (JvmCommands commands = JvmCommands.of(jvm.awaitJvm(Duration.ofSeconds(20)))) {
        assertThat(commands.version()).isGreaterThanOrEqualTo(25);
        assertThat(commands.run("VM.flags")).contains("+SafepointTimeout");
        assertThatThrownBy(() -> commands.run("No.such"))
            .isInstanceOf(JvmException.class)
            .hasMessageContaining("refused No.such");
      }
    }
  }

  private Findings watched(long pid) {
    JvmObserver observer = observer(pid, directory);
    observer.start();
    return observer.finish();
  }

  private static JvmObserver observer(long pid, Path directory) {
    EventExtension more = ThreadWaitEvents.forLevel(WatchLevel.DEFAULT, new MeasurementWindow());
    return JvmObserver.ofPid(Side.TARGET, pid, WatchLevel.DEFAULT, directory, more);
  }

  private static List<Stall> collections(Findings found) {
    return found.stalls().stream()
        .filter(each -> each.kind() == StallKind.GC_PAUSE && "System.gc()".equals(each.cause()))
        .toList();
  }

  private static String reasons(Findings found) {
    return String.join("; ", found.notObservable().stream().map(NotObservable::why).toList());
  }

  private static void end(long pid, String signal) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor())
        .isZero();
    if (!signal.equals("STOP") && !signal.equals("CONT")) {
      while (JvmProcess.of(pid).isAlive()) {
        Thread.sleep(10);
      }
    }
  }
}
