package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.SshServer;
import dev.takt.it.harness.TaktProcess;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;
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

  @TempDir Path folder;

  private TaktProcess run(Path clients, String hosts) throws IOException {
    Path file = Files.writeString(folder.resolve("hosts.txt"), hosts);
    return runOn("ssh:" + file, clients);
  }

  private TaktProcess runOn(String fleet, Path clients) throws IOException {
    return TaktProcess.inShell(
        Files.createDirectory(folder.resolve("whole")),
        "exec \"$@\"",
        Map.of("PATH", clients + ":" + System.getenv("PATH")),
        "--target=sim:delay=1ms",
        "--rate=200/s",
        "--duration=2s",
        "--fleet=" + fleet);
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

  private void awaitNoAgent() {
    Awaitility.await("the agent of load1 has left")
        .atMost(Duration.ofSeconds(20))
        .until(() -> ProcessHandle.allProcesses().noneMatch(this::isAgent));
  }

  private boolean isAgent(ProcessHandle process) {
    try {
      String words = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
      return words.contains("--name\0load1\0")
          && Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd"))
              .startsWith(folder.toRealPath());
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
