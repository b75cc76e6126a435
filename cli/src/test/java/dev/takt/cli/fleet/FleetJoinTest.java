package dev.takt.cli.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import dev.takt.fleet.engine.MemberNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FleetJoinTest {

  @TempDir Path folder;

  /// In Kubernetes, the name of a service is not known before its pod runs.
  @Test
  void hostThatIsNotKnownYetIsAwaited() {
    World world = new World(folder);
    long start = System.nanoTime();
    int code = world.run("fleet", "join", "coordinator.invalid:7946", "--join-timeout", "1s");
    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(1_000_000_000);
    assertThat(world.err())
        .isEqualTo(
            """
            takt: no address is known for 'coordinator.invalid' yet; waiting up to 1.00 s
            takt: no address is known for 'coordinator.invalid'
            """);
  }

  /// It tries five times a second.
  @Test
  void coordinatorThatIsNotThereYetIsAwaitedAndNamedOnce() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    World world = new World(folder);
    int code = world.run("fleet", "join", "127.0.0.1:" + port, "--join-timeout", "1200ms");
    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(world.err())
        .startsWith("takt: waiting up to 1.20 s for a coordinator at 127.0.0.1:" + port + "\n")
        .containsOnlyOnce("waiting");
  }

  @Test
  void whatIsNoAddressIsRefusedAtOnce() {
    World world = new World(folder);
    assertThat(world.run("fleet", "join", "coordinator")).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("expected HOST:PORT such as 10.0.0.1:7946");
  }

  @Test
  void addressToListenAtMustBeKnown() {
    World world = new World(folder);
    assertThat(
            world.run(
                "run", "sim:delay=1ms", "--fleet", "listen:none.invalid:1", "--machines", "2"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("--fleet: no address is known for 'none.invalid'");
  }

  @Test
  void numberOfMachinesIsAskedFor() {
    World world = new World(folder);
    assertThat(world.run("run", "sim:delay=1ms", "--fleet", "listen:127.0.0.1:1"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("how many machines? Expected --machines N");
  }

  @Test
  void nameThatCannotBeUsedIsRefusedAtOnce() {
    World world = new World(folder);
    assertThat(world.run("fleet", "join", "127.0.0.1:1", "--name", "a b"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("--name: expected up to 64 letters", "found 'a b'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--fleet-key=k.p12", "--machines=2", "--watchers=1"})
  void localFleetHasNoSettingsOfOthers(String flag) {
    World world = new World(folder);
    assertThat(world.run("run", "sim:delay=1ms", "--fleet", "local:2", flag))
        .isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("leave it out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--fleet-key=k.p12", "--machines=2", "--watchers=1"})
  void hostsFileSaysAllOfAFleetBySsh(String flag) throws IOException {
    Files.writeString(folder.resolve("hosts.txt"), "load1\nload2\n");
    World world = new World(folder);
    assertThat(world.run("run", "sim:delay=1ms", "--fleet", "ssh:hosts.txt", flag))
        .isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("leave it out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          hosts:a,-oProxyCommand=x | host:2: expected [USER@]HOST, found '-oProxyCommand=x'
          hosts:a,a                | host:2: the name 'a' is in line 1
          hosts:                   | expected [USER@]HOST,…, found ''
          hosts:a takt=/x          | expected [USER@]HOST,…, found 'a takt=/x'
          """)
  void hostsThatAreNotUnderstoodAreRefused(String fleet, String message) {
    World world = new World(folder);
    assertThat(world.run("run", "sim:delay=1ms", "--fleet", fleet)).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("--fleet: " + message);
  }

  @Test
  void hostsFileThatIsNotUnderstoodIsRefusedWithItsLine() throws IOException {
    Files.writeString(folder.resolve("hosts.txt"), "load1\nload2 user=ann\n");
    World world = new World(folder);
    assertThat(world.run("run", "sim:delay=1ms", "--fleet", "ssh:hosts.txt"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(world.err())
        .contains("--fleet: hosts.txt:2: expected [USER@]HOST", "found 'user=ann'");
  }

  @Test
  void keyOnStandardInputIsRead() {
    World world = new World(folder, new ByteArrayInputStream("no key".getBytes(UTF_8)));
    assertThat(world.run("fleet", "join", "127.0.0.1:1", "--fleet-key", "-"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(world.err()).contains("standard input is not a fleet key");
  }

  @ParameterizedTest
  @CsvSource({"host-1.example, host-1.example", "_x y, x-y", "'', machine", "coordinator, machine"})
  void hostNameBecomesTheNameOfAnAgent(String host, String name) {
    assertThat(MemberNames.like(host)).isEqualTo(name);
  }
}
