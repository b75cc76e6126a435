package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.SshServer;
import dev.takt.it.harness.TaktProcess;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Agents that Takt starts: by ssh, and on this machine.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SshFleetTest {

  /// Much shorter than Takt waits for agents that do not join.
  private static final Duration EARLY = Duration.ofSeconds(45);

  private static final int RATE = 200;

  @TempDir Path folder;

  private TaktProcess run(Path clients, String hosts) throws IOException {
    Path file = Files.writeString(folder.resolve("hosts.txt"), hosts);
    return runOn("ssh:" + file, clients);
  }

  private TaktProcess runOn(String fleet, Path clients) throws IOException {
    return run(clients, 2, "--fleet=" + fleet);
  }

  private TaktProcess run(Path clients, int seconds, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--target=sim:delay=1ms", "--rate=" + RATE + "/s", "--duration=" + seconds + "s"));
    words.addAll(List.of(more));
    return TaktProcess.inShell(
        Files.createDirectory(folder.resolve("whole")),
        "exec \"$@\"",
        Map.of("PATH", clients + ":" + System.getenv("PATH")),
        words.toArray(String[]::new));
  }

  /// A run on two machines that would take a minute.
  private TaktProcess longRun(SshServer server, int orphanSeconds) throws IOException {
    String takt = " takt=" + installed() + "\n";
    Path hosts = folder.resolve("hosts.txt");
    Files.writeString(hosts, "load1" + takt + "load2" + takt);
    return run(server.clients(), 60, "--fleet=ssh:" + hosts, "--orphan=" + orphanSeconds + "s");
  }

  /// Waits until a run has gone on for some time.
  private static void awaitSeconds(TaktProcess run, long sinceStart) throws Exception {
    run.awaitWord("start in");
    long start = run.awaitOrigin();
    long until = start + Duration.ofSeconds(sinceStart).toNanos();
    Thread.sleep(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
  }

  private SshServer server() throws Exception {
    Optional<String> whyNot = SshServer.whyNot();
    assumeTrue(whyNot.isEmpty(), whyNot.orElse(""));
    return new SshServer(Files.createDirectory(folder.resolve("ssh")));
  }

  /// Takt as it is installed on the other machine; its files are in `there`.
  private Path installed() throws IOException {
    Path there = Files.createDirectory(folder.resolve("there"));
    return SshServer.script(
        folder.resolve("takt"),
        EnglishText.format(
            "cd '%s' && exec '%s/bin/java' -cp '%s' dev.takt.cli.Main \"$@\"",
            there, System.getProperty("java.home"), System.getProperty("java.class.path")));
  }

  @Test
  void agentsThatSshStartsSendTheWholePlanOnce() throws Exception {
    String takt = " takt=" + installed() + "\n";
    try (SshServer server = server();
        TaktProcess run = run(server.clients(), "load1" + takt + "load2 weight=3" + takt)) {
      Ran ran = run.await();
      assertThat(ran.code()).as(ran.out() + ran.err()).isIn(0, 5); // 5: it may be too busy here
      Path whole = folder.resolve("whole/run");
      RunRecord record = RunDirectory.open(whole).read();
      assertThat(ran.balance().completed()).isEqualTo(400);
      assertThat(Objects.requireNonNull(record.fleet()).machines())
          .extracting(Fleet.Machine::name)
          .containsExactly("load1", "load2");
      assertThat(received(whole, "load1")).isEqualTo(100);
      assertThat(received(whole, "load2")).isEqualTo(300);
      assertThat(whole.resolve("agents")).doesNotExist();
    }
  }

  private static long received(Path whole, String machine) throws IOException {
    RunRecord record = RunDirectory.open(whole.resolve("machines").resolve(machine)).read();
    return Objects.requireNonNull(record.summary()).results().balance().completed();
  }

  @Test
  void runEndsAtOnceWhenAHostCannotBeReachedAndTheOtherAgentLeaves() throws Exception {
    String takt = " takt=" + installed() + "\n";
    try (SshServer server = server();
        TaktProcess run = run(server.clients(), "load1" + takt + "load2 port=1" + takt)) {
      Ran ran = run.await(EARLY);
      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.err())
          .contains("load2: ssh load2 ended (exit code 255):\nssh: connect to host")
          .contains("Connection refused")
          .endsWith("nothing was sent\n");
      assertThat(folder.resolve("whole/run")).doesNotExist();
      awaitNoAgent();
    }
  }

  @Test
  @Tag("slow")
  void agentsOfACheckLeave() throws Exception {
    Path hosts = Files.writeString(folder.resolve("hosts.txt"), "load1 takt=" + installed() + "\n");
    try (SshServer server = server();
        TaktProcess check =
            TaktProcess.commandInShell(
                Files.createDirectory(folder.resolve("check")),
                "PATH='" + server.clients() + "':\"$PATH\" exec \"$@\"",
                List.of("fleet", "check", "sim:delay=1ms", "--fleet", "ssh:" + hosts))) {
      Ran ran = check.await(EARLY);
      assertThat(ran.code()).as(ran.err()).isZero();
      assertThat(ran.out()).startsWith("1 of 1 machine is ready\n");
      awaitNoAgent();
    }
  }

  @Test
  @Timing
  void ctrlCStopsAllMachinesWithin200MillisecondsAndCollectsTheirFiles() throws Exception {
    try (SshServer server = server();
        TaktProcess run = longRun(server, 10)) {
      awaitSeconds(run, 3);
      long signalled = System.nanoTime();
      run.signal("INT");
      Ran ran = run.await();
      assertThat(ran.code()).as(ran.err()).isEqualTo(130);
      assertThat(ran.record().state()).isEqualTo(RunRecord.State.STOPPED);
      assertThat(Objects.requireNonNull(ran.record().fleet()).machines())
          .hasSize(2)
          .allMatch(each -> each.state() == Fleet.State.STOPPED);
      assertThat(ran.balance().lost()).isZero();
      assertThat(ran.balance().completed()).isGreaterThanOrEqualTo(RATE * 2L);
      assertThat(received(folder.resolve("whole/run"), "load1"))
          .isPositive()
          .isEqualTo(ran.balance().completed() - received(folder.resolve("whole/run"), "load2"));
      for (OperationRecord each : ran.operations()) {
        assertThat((each.start() - signalled) / 1_000_000)
            .as("ms from the signal to an operation")
            .isLessThan(200);
      }
      awaitNobodyThere();
    }
  }

  @Test
  @Tag("slow")
  void secondCtrlCLeavesAtOnceAndTheMachinesStopByThemselves() throws Exception {
    try (SshServer server = server();
        TaktProcess run = longRun(server, 1)) {
      awaitSeconds(run, 2);
      ProcessHandle held = agentThere("load1");
      MachineFleet.signal("STOP", held); // so that the first one does not end it
      run.signal("INT");
      Thread.sleep(1_000);
      assertThat(run.process().isAlive()).isTrue();
      long second = System.nanoTime();
      run.signal("INT");
      assertThat(run.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat((System.nanoTime() - second) / 1_000_000).as("ms until it left").isLessThan(1_500);
      assertThat(run.process().exitValue()).isEqualTo(130);
      MachineFleet.signal("CONT", held);
      awaitNobodyThere();
      assertThat(keptThere()).hasSize(2).allMatch(each -> MachineFleet.balance(each).isExact());
    }
  }

  @Test
  @Tag("slow")
  void coordinatorThatIsKilledCostsNoRecordedDataAndNoMachineGoesOn() throws Exception {
    int orphan = 2;
    try (SshServer server = server();
        TaktProcess run = longRun(server, orphan)) {
      awaitSeconds(run, 2);
      List<ProcessHandle> clients = run.process().descendants().toList();
      run.signal("KILL");
      awaitNobodyThere();
      assertThat(clients).isNotEmpty().noneMatch(ProcessHandle::isAlive);
      List<RunRecord> kept = keptThere();
      assertThat(kept).hasSize(2).allMatch(each -> each.state() == RunRecord.State.STOPPED);
      for (RunRecord each : kept) {
        Balance balance = MachineFleet.balance(each);
        assertThat(balance.isExact()).isTrue();
        assertThat(balance.completed())
            .as("went on for " + orphan + " s")
            .isBetween(RATE / 2 * (2L + orphan), RATE / 2 * (2L + orphan + 6));
      }
    }
  }

  @Test
  @Tag("slow")
  void ctrlCBeforeTheStartLeavesNoAgentAndNoFiles() throws Exception {
    try (SshServer server = server();
        TaktProcess run = longRun(server, 10)) {
      run.awaitWord("starting agents on 2 machines by ssh");
      run.signal("INT");
      assertThat(run.await(EARLY).code()).isEqualTo(130);
      assertThat(folder.resolve("whole/run")).doesNotExist();
      awaitNobodyThere();
      assertThat(keptThere()).isEmpty();
    }
  }

  /// The runs that the machines kept.
  private List<RunRecord> keptThere() throws IOException {
    Path kept = folder.resolve("there/takt-fleet");
    if (!Files.exists(kept)) {
      return List.of();
    }
    List<RunRecord> runs = new ArrayList<>();
    try (Stream<Path> folders = Files.list(kept)) {
      for (Path each : folders.toList()) {
        runs.add(RunDirectory.open(each.resolve("run")).read());
      }
    }
    return runs;
  }

  /// Neither an agent nor a generator.
  private void awaitNobodyThere() {
    Awaitility.await("agents and generators have left")
        .atMost(Duration.ofSeconds(30))
        .until(() -> ProcessHandle.allProcesses().noneMatch(this::isThere));
  }

  private void awaitNoAgent() {
    Awaitility.await("the agent of load1 has left")
        .atMost(Duration.ofSeconds(20))
        .until(() -> ProcessHandle.allProcesses().noneMatch(each -> isAgent(each, "load1")));
  }

  private ProcessHandle agentThere(String name) {
    return ProcessHandle.allProcesses()
        .filter(each -> isAgent(each, name))
        .findFirst()
        .orElseThrow();
  }

  private boolean isAgent(ProcessHandle process, String name) {
    try {
      return isThere(process)
          && Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
              .contains("--name\0" + name + "\0");
    } catch (IOException _) {
      return false; // it has ended
    }
  }

  private boolean isThere(ProcessHandle process) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd"))
          .equals(folder.resolve("there").toRealPath());
    } catch (IOException _) {
      return false; // it has ended, or is another user's
    }
  }

  /// A fake ssh shows what it gets.
  @Test
  void keyIsGivenToSshOnItsInputAlone() throws Exception {
    Path clients = Files.createDirectory(folder.resolve("clients"));
    SshServer.script(
        clients.resolve("ssh"),
        EnglishText.format(
            """
            printf '%%s\\n' "$@" > '%1$s/words'
            env > '%1$s/environment'
            cat > '%1$s/input'
            echo "Host key verification failed." >&2
            exit 255\
            """,
            folder));
    try (TaktProcess run = run(clients, "ann@load1 port=2222 name=one weight=2\n")) {
      Ran ran = run.await(EARLY);
      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.err())
          .contains("one: ssh ann@load1 ended (exit code 255):\nHost key verification failed.");
    }
    assertThat(Files.size(folder.resolve("input"))).isBetween(500L, 5_000L);
    assertThat(Files.readAllLines(folder.resolve("words")))
        .containsSequence("-o", "BatchMode=yes")
        .containsSequence("-p", "2222", "ann@load1")
        .last()
        .asString()
        .matches(
            "takt fleet join 127\\.0\\.0\\.1:\\d+ --name one --weight 2"
                + " --join-timeout 10s --fleet-key -");
    String key = Files.readString(folder.resolve("input"), StandardCharsets.ISO_8859_1);
    assertThat(Files.readString(folder.resolve("environment"))).doesNotContain(key.substring(0, 8));
  }

  @Test
  void runEndsAtOnceWhenAnAgentOfThisMachineDies() throws Exception {
    try (TaktProcess run = runOn("local:2", folder)) {
      ProcessHandle agent =
          Awaitility.await()
              .pollInterval(Duration.ofMillis(5))
              .until(() -> agentOf(run), Optional::isPresent)
              .orElseThrow();
      agent.destroyForcibly();
      Ran ran = run.await(EARLY);
      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.err())
          .contains("local-2: its agent ended (killed by SIGKILL)")
          .endsWith("nothing was sent\n");
      assertThat(folder.resolve("whole/run")).doesNotExist();
    }
  }

  private static Optional<ProcessHandle> agentOf(TaktProcess run) {
    return run.process()
        .descendants()
        .filter(each -> {
          try {
            return Files.readString(Path.of("/proc/" + each.pid() + "/cmdline"))
                .contains("\0local-2\0");
          } catch (IOException _) {
            return false; // it has ended
          }
        })
        .findFirst();
  }
}
