package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.explain.RunExplainer;
import dev.takt.faults.Fault;
import dev.takt.faults.FaultKind;
import dev.takt.faults.FaultyServer;
import dev.takt.faults.NotPossibleException;
import dev.takt.faults.command.ExpectedCauses;
import dev.takt.faults.scoring.AttributionScore;
import dev.takt.faults.scoring.AttributionScorer;
import dev.takt.faults.scoring.InjectedFault;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.harness.TimeNamespace;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.watch.jvm.SpawnOptions;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Faults in a target that an agent only watches, while the generator has another clock: like
/// `ExplainedFaultsTest`, on two machines.
@EnabledOnOs(OS.LINUX)
@Tag("timing")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WatchedFleetTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long WARMUP = SECOND;
  private static final int LONG_MILLIS = 250;
  private static final int MILLIS = 40;

  private static final double MIN_CORRECT_SHARE = 0.95;
  private static final double MAX_WRONG_SHARE = 0.05;

  /// Beyond that, too little of a fault is certain.
  private static final long MAX_ERROR_NANOS = 5_000_000;

  @TempDir Path directory;

  /// Starts a command on the machine of the generator.
  private String elsewhere = "exec ";

  @Test
  void knowsStopsOfATargetOnAMachineWithAnotherClock() throws Exception {
    assumeTrue(TimeNamespace.isPossible(), "no time namespaces here");
    Attempts.of(_ -> {
      Score score = score(FaultKind.STOP, 2);
      assertThat(score.all.effective()).as("%s", score).isEqualTo(2);
      assertGood(score);
    });
  }

  /// Without [FaultKind#HOG], which takes the generator's processors too.
  @ParameterizedTest
  @EnumSource(names = "HOG", mode = EnumSource.Mode.EXCLUDE)
  @Tag("slow")
  void knowsAllKindsOnAMachineWithAnotherClock(FaultKind kind) throws Exception {
    assumeTrue(TimeNamespace.isPossible(), "no time namespaces here");
    Attempts.of(_ -> {
      assertGood(score(kind, 8));
    });
  }

  /// The target's machine is the first processor, that of the generator and the coordinator the
  /// second one: only the first one is taken away.
  @Test
  @Tag("slow")
  void knowsWhoTookTheProcessorsOfTheTargetOnAMachineWithAnotherClock() throws Exception {
    assumeTrue(TimeNamespace.isPossible(), "no time namespaces here");
    int processors = Runtime.getRuntime().availableProcessors();
    assumeTrue(processors > 1, "two processors are needed");
    pinThisProcess("0");
    try {
      // The hogs run on as many processors as this process has.
      assertThat(Runtime.getRuntime().availableProcessors()).isEqualTo(1);
      elsewhere = "exec taskset -c 1-" + (processors - 1) + " ";
      Attempts.of(_ -> {
        assertGood(score(FaultKind.HOG, 8));
      });
    } finally {
      elsewhere = "exec ";
      pinThisProcess("0-" + (processors - 1));
    }
  }

  /// All threads, and what they start from now on.
  private static void pinThisProcess(String processors) throws Exception {
    Process taskset =
        new ProcessBuilder("taskset", "-acp", processors, "" + ProcessHandle.current().pid())
            .redirectErrorStream(true)
            .start();
    String text = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(taskset.waitFor() == 0, text);
  }

  /// @param errorNanos how far the clocks of target and generator can be wrong together
  private record Score(AttributionScore all, long errorNanos) {

    /// What the bound allows to explain: of each operation, that much at both ends is uncertain.
    long allowed() {
      return all.excess() - 2 * errorNanos * all.operations();
    }
  }

  private static void assertGood(Score score) {
    assertThat(score.errorNanos).as("%s", score).isLessThan(MAX_ERROR_NANOS);
    assertThat(score.all.correct() / (double) score.allowed())
        .as("%s", score)
        .isGreaterThanOrEqualTo(MIN_CORRECT_SHARE);
    assertThat(score.all.isWithin(0, MAX_WRONG_SHARE)).as("%s", score).isTrue();
  }

  private Score score(FaultKind kind, int rounds) throws Exception {
    Path folder = Files.createTempDirectory(directory, kind.lowerCase());
    Map<String, String> environment =
        Map.of(SpawnOptions.VARIABLE, SpawnOptions.appendedTo(System.getenv()));
    int port = freePort();
    try (FaultyServer server = FaultyServer.start(folder, environment, kind == FaultKind.QUOTA)) {
      warmUp(server, kind);
      try (TaktProcess takt =
              TaktProcess.inShell(
                  Files.createDirectory(folder.resolve("whole")),
                  elsewhere + "\"$@\"",
                  run(server, kind, port, rounds));
          TaktProcess watcher = join(folder, port, "target", "exec \"$@\"", watching(server));
          TaktProcess generator =
              join(
                  folder,
                  port,
                  "generator",
                  TimeNamespace.script(1_000).replaceFirst("^exec ", elsewhere),
                  List.of())) {
        List<InjectedFault> faults =
            inject(server, kind, takt.awaitOrigin() + WARMUP + SECOND / 2, rounds);
        Ran ran = takt.await();
        assertThat(ran.code()).as(ran.err()).isIn(0, 5);
        assertThat(watcher.await().code()).isZero();
        assertThat(generator.await().code()).isZero();
        RunExplainer run = RunExplainer.of(RunDirectory.open(folder.resolve("whole/run")));
        return new Score(
            AttributionScorer.score(run.operations(), run.explainer().attribution(), faults),
            errorNanos(folder.resolve("whole/run"), faults));
      }
    }
  }

  private static long errorNanos(Path run, List<InjectedFault> faults) throws IOException {
    long sum = 0;
    for (OffsetBounds each : ClockLog.readBounds(run.resolve(ClockLog.FILE_NAME)).values()) {
      sum +=
          faults.stream()
              .mapToLong(fault -> each.at(fault.end()).orElseThrow().errorNanos())
              .max()
              .orElseThrow();
    }
    return sum;
  }

  /// Also compiles the code that makes the fault.
  private static void warmUp(FaultyServer server, FaultKind kind) throws Exception {
    try {
      var _ = server.inject(kind, MILLIS);
    } catch (NotPossibleException e) {
      assumeTrue(false, e.why());
    }
  }

  private static String[] run(FaultyServer server, FaultKind kind, int port, int rounds) {
    long millis = (WARMUP + SECOND + rounds * SECOND) / 1_000_000;
    return new String[] {
      "--target",
      "http://127.0.0.1:" + server.port() + FaultyServer.pathOf(kind),
      "--rate",
      "500/s",
      "--duration",
      millis + "ms",
      "--warmup",
      "1s",
      "--connections",
      "16",
      "--fleet",
      "listen:127.0.0.1:" + port,
      "--machines",
      "1",
      "--watchers",
      "1"
    };
  }

  private static List<String> watching(FaultyServer server) {
    return List.of("--watch-only", "--watch-pid", Long.toString(server.pid()));
  }

  private static TaktProcess join(
      Path folder, int port, String name, String script, List<String> more) throws IOException {
    List<String> words = new ArrayList<>(List.of("fleet", "join", "127.0.0.1:" + port));
    words.addAll(List.of("--name", name));
    words.addAll(more);
    return TaktProcess.commandInShell(Files.createDirectory(folder.resolve(name)), script, words);
  }

  private static List<InjectedFault> inject(
      FaultyServer server, FaultKind kind, long first, int rounds) throws Exception {
    boolean isLong = kind == FaultKind.ALLOCATION || kind == FaultKind.QUOTA;
    List<InjectedFault> faults = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      Thread.sleep(Duration.ofNanos(Math.max(0, first + i * SECOND - System.nanoTime())));
      for (Fault each : server.inject(kind, isLong ? LONG_MILLIS : MILLIS)) {
        faults.add(
            new InjectedFault(each.begin(), each.end(), ExpectedCauses.of(each.kind()), null));
      }
    }
    return faults;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
