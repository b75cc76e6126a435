package dev.takt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests the agent in real JVMs, of JDK 17 and of the tests' JDK.
@Timeout(90)
class AgentTest {

  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  static Stream<Path> jvms() {
    return Jvms.all();
  }

  static Stream<Arguments> badOptions() {
    return Jvms.all()
        .flatMap(home ->
            Stream.of(
                Arguments.of(home, "resolution=fast", "resolution: expected a time with its unit"),
                Arguments.of(home, "file=/proc/none/x.hdr", "cannot write /proc/none/x.hdr"),
                Arguments.of(home, "-d 200 -i 1000", "for -d: start-delay=TIME"),
                Arguments.of(home, "stop", "nothing to stop")));
  }

  @ParameterizedTest
  @MethodSource("badOptions")
  void invalidOptionIsReportedAndApplicationRuns(Path home, String options, String message)
      throws Exception {
    try (Jvms.Running app = Jvms.start(home, folder, List.of(options), "1")) {
      assertThat(app.line()).isEqualTo("up");
      assertThat(app.line()).isEqualTo("bye");
      assertThat(app.end()).isEqualTo(3);
      assertThat(app.stderr()).contains("takt-agent: ").contains(message).doesNotContain("\tat ");
      assertThat(files("hdr")).isEmpty();
    }
  }

  @Timing
  @ParameterizedTest
  @MethodSource("jvms")
  void lastIntervalIsWrittenAfterSystemExit(Path home) throws Exception {
    String options = "file=%pid.hdr,interval=1h,bogus=1,start-delay=50ms";
    try (Jvms.Running app = Jvms.start(home, folder, List.of(options), "500")) {
      assertThat(app.end()).isEqualTo(3);
      assertThat(app.stderr()).contains("there is no option 'bogus'").doesNotContain("nothing is");
      Path log = folder.resolve(app.process().pid() + ".hdr");
      assertThat(ReadLog.counts(log))
          .containsOnlyKeys("target:hiccup-raw", "target:hiccup-corrected")
          .allSatisfy((tag, count) -> assertThat(count).isBetween(20L, 1_000_000L));
    }
  }

  @Timing
  @ParameterizedTest
  @MethodSource("jvms")
  void stoppedProcessHasOneHiccup(Path home) throws Exception {
    String options = "file=x.hdr,journal=x.txt,interval=100ms";
    try (Jvms.Running app = Jvms.start(home, folder, List.of(options))) {
      app.line();
      Thread.sleep(200);
      long beforeStop = System.nanoTime();
      app.signal("STOP");
      long stopped = System.nanoTime();
      Thread.sleep(200);
      long beforeContinue = System.nanoTime();
      app.signal("CONT");
      long continued = System.nanoTime();
      Thread.sleep(50);
      app.say("exit");
      assertThat(app.end()).isEqualTo(3);

      assertThat(hiccups()).filteredOn(each -> each[1] - each[0] >= 190 * MILLI).hasSize(1);
      long[] found =
          hiccups().stream().filter(each -> each[1] - each[0] >= 190 * MILLI).findFirst().get();
      assertThat(found[0]).isBetween(beforeStop - 10 * MILLI, stopped + 5 * MILLI);
      assertThat(found[1]).isBetween(beforeContinue, continued + 20 * MILLI);
    }
  }

  private List<long[]> hiccups() throws Exception {
    List<long[]> all = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("x.txt"))) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("hiccup")) {
        all.add(new long[] {Long.parseLong(words[1]), Long.parseLong(words[2])});
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void attachAndStopLeaveNoThreads(Path home) throws Exception {
    try (Jvms.Running app = Jvms.start(home, folder, List.of())) {
      app.line();
      Path log = folder.resolve("attached.hdr");
      long before = 0;
      for (int i = 0; i < 2; i++) {
        attach(app, "file=" + log + ",interval=1h");
        app.say("threads");
        assertThat(app.line()).isEqualTo("takt-hiccup-log,takt-hiccup-meter");
        Thread.sleep(150);
        attach(app, "stop");
        app.say("threads");
        assertThat(app.line()).isEmpty();
        Map<String, Long> counts = ReadLog.counts(log);
        assertThat(counts).containsKey("target:hiccup-raw");
        long now = counts.getOrDefault("target:hiccup-raw", 0L);
        assertThat(now).as("round " + i).isGreaterThan(before);
        before = now;
      }
      app.say("exit");
      assertThat(app.end()).isEqualTo(3);
      assertThat(app.stderr()).doesNotContain("takt-agent: ");
    }
  }

  private static void attach(Jvms.Running app, String options) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(app.process().pid()));
    try {
      machine.loadAgent(Jvms.JAR.toString(), options);
    } finally {
      machine.detach();
    }
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void controlProcessWritesToTheSameLogAndEndsWithItsParent(Path home) throws Exception {
    String options = "file=x.hdr,interval=100ms,control";
    try (Jvms.Running app = Jvms.start(home, folder, List.of(options))) {
      app.line();
      Optional<ProcessHandle> control = app.process().children().findFirst();
      assertThat(control).isPresent();
      while (!ReadLog.counts(folder.resolve("x.hdr")).containsKey("host:hiccup-raw")) {
        Thread.sleep(50);
      }
      app.signal("KILL");
      app.end();
      control.get().onExit().get(20, java.util.concurrent.TimeUnit.SECONDS);

      assertThat(ReadLog.counts(folder.resolve("x.hdr")))
          .containsOnlyKeys(
              "target:hiccup-raw",
              "target:hiccup-corrected",
              "host:hiccup-raw",
              "host:hiccup-corrected");
    }
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void failedControlProcessIsReported(Path home) throws Exception {
    String options = "file=x.hdr,interval=50ms,control,control-jvm-args=-XX:NoSuchOption";
    Path log = folder.resolve("x.hdr");
    try (Jvms.Running app = Jvms.start(home, folder, List.of(options))) {
      app.line();
      while (!app.stderr().contains("takt-agent: the control process ended with code 1")) {
        Thread.sleep(20);
      }
      // The control process may end before the first interval of this one.
      while (!Files.exists(log) || !Files.readString(log).contains("Tag=target:hiccup-raw")) {
        Thread.sleep(20);
      }
      app.say("exit");
      assertThat(app.end()).isEqualTo(3);
      assertThat(ReadLog.counts(folder.resolve("x.hdr"))).containsKey("target:hiccup-raw");
    }
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void measurementEndsAfterRunTime(Path home) throws Exception {
    String options = "file=x.hdr,run-time=100ms,interval=1h,verbose";
    try (Jvms.Running app = Jvms.start(home, folder, List.of(options))) {
      app.line();
      while (!app.stderr().contains("stopped measuring hiccups")) {
        Thread.sleep(20);
      }
      app.say("threads");
      assertThat(app.line()).doesNotContain("takt-hiccup");
      assertThat(ReadLog.counts(folder.resolve("x.hdr"))).containsKey("target:hiccup-raw");
    }
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void measurementEndsWithOtherProcess(Path home) throws Exception {
    Process other = new ProcessBuilder("sleep", "60").start();
    String options = "file=x.hdr,interval=1h,verbose,with-process=" + other.pid();
    try (Jvms.Running app = Jvms.start(home, folder, List.of(options))) {
      app.line();
      Thread.sleep(700);
      assertThat(app.stderr()).doesNotContain("stopped measuring hiccups");
      other.destroyForcibly();
      while (!app.stderr().contains("stopped measuring hiccups")) {
        Thread.sleep(20);
      }
      assertThat(ReadLog.counts(folder.resolve("x.hdr"))).containsKey("target:hiccup-raw");
    } finally {
      other.destroyForcibly();
    }
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void measurementEndsWhenLockIsReleased(Path home) throws Exception {
    Path file = folder.resolve("lock");
    try (FileChannel lock =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(lock.lock().isValid()).isTrue();
      String options = "file=x.hdr,interval=1h,verbose,with-lock=" + file;
      try (Jvms.Running app = Jvms.start(home, folder, List.of(options))) {
        app.line();
        Thread.sleep(700);
        assertThat(app.stderr()).doesNotContain("stopped measuring hiccups");
        lock.close();
        while (!app.stderr().contains("stopped measuring hiccups")) {
          Thread.sleep(20);
        }
        assertThat(ReadLog.counts(folder.resolve("x.hdr"))).containsKey("target:hiccup-raw");
      }
    }
  }

  @Test
  void lockInstrumentationIsRemovedWhenOtherProcessEnds() throws Exception {
    Process other = new ProcessBuilder("sleep", "60").start();
    String options = "file=x.hdr,interval=1h,locks=true,with-process=" + other.pid();
    Path home = Path.of(System.getProperty("java.home"));
    try (Jvms.Running app = Jvms.start(home, folder, List.of(options))) {
      app.line();
      app.say("lock hooks");
      assertThat(app.line()).isEqualTo("on");
      other.destroyForcibly();
      String now = "on";
      long deadline = System.nanoTime() + 10_000_000_000L;
      while (now.equals("on") && System.nanoTime() - deadline < 0) {
        Thread.sleep(50);
        app.say("lock hooks");
        now = app.line();
      }
      assertThat(now).isEqualTo("off");
    } finally {
      other.destroyForcibly();
    }
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void recordingsAndLogsOfKilledTaktAreEnded(Path home) throws Exception {
    Process takt = new ProcessBuilder("sleep", "60").start();
    Process another = new ProcessBuilder("sleep", "60").start();
    String ours = "timenanos,uptimenanos,level,tags:filecount=1,filesize=256M";
    List<String> left =
        List.of(
            "-XX:StartFlightRecording:name=theirs",
            "-XX:StartFlightRecording:name=takt-" + takt.pid() + "-1",
            "-XX:StartFlightRecording:name=takt-" + another.pid() + "-1",
            "-Xlog:gc=info:file=" + folder + "/target-jvm.log:" + ours,
            "-Xlog:gc=info:file=" + folder + "/theirs.log");
    List<String> agents =
        List.of(
            "file=x.hdr,interval=1h,with-process=" + takt.pid(),
            "file=y.hdr,interval=1h,with-process=" + another.pid());
    try (Jvms.Running app = Jvms.start(home, folder, left, agents)) {
      await(app, "up", "");
      String name = "takt-" + takt.pid() + "-1";
      String other = "takt-" + another.pid() + "-1";
      await(app, sorted("theirs", name, other), "recordings");
      takt.destroyForcibly();
      await(app, sorted("theirs", other), "recordings");
      await(app, "target-jvm.log,theirs.log", "logs"); // the other Takt still uses it
      another.destroyForcibly();
      await(app, "theirs", "recordings");
      await(app, "theirs.log", "logs");
    } finally {
      takt.destroyForcibly();
      another.destroyForcibly();
    }
  }

  private static String sorted(String... names) {
    return Stream.of(names).sorted().collect(Collectors.joining(","));
  }

  /// Repeats the question until the expected answer.
  private static void await(Jvms.Running app, String answer, String question) throws Exception {
    long deadline = System.nanoTime() + 15_000_000_000L;
    String now = "";
    while (!now.equals(answer) && System.nanoTime() - deadline < 0) {
      if (!question.isEmpty()) {
        Thread.sleep(50);
        app.say(question);
      }
      now = app.line();
    }
    assertThat(now).as(() -> question + " " + stderr(app)).isEqualTo(answer);
  }

  private static String stderr(Jvms.Running app) {
    try {
      return app.stderr();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private List<String> files(String ending) throws Exception {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(Path::toString).filter(each -> each.endsWith(ending)).toList();
    }
  }
}
