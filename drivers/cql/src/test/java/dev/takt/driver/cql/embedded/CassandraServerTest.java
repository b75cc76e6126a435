package dev.takt.driver.cql.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.load.driver.DriverException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// With the real server. The tests are skipped where its jars are missing.
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CassandraServerTest {

  private static final long MAX_RESIDENT_KILOBYTES = 500_000;

  private static final Path JVMS = Path.of("/usr/lib/jvm");

  @TempDir Path folder;
  private Path data;
  private CassandraSettings settings;

  @BeforeEach
  void create() throws Exception {
    data = Files.createDirectory(folder.resolve("data of it"));
    settings = Installed.settings(data);
  }

  private Path log() {
    return folder.resolve("cassandra.log");
  }

  @Test
  void startsAnswersAndLeavesNothingBehind() throws Exception {
    ProcessHandle process;
    try (CassandraServer server = CassandraServer.start(settings, log())) {
      process = process(data);
      assertThat(residentKilobytes(process)).isLessThan(MAX_RESIDENT_KILOBYTES);
      assertThat(server.address().getAddress()).isEqualTo(InetAddress.getLoopbackAddress());
      try (RawClient client = new RawClient(server.address())) {
        assertThat(client.options()).contains("CQL_VERSION", "5/v5");
        client.startUp();
        assertThat(client.query("SELECT release_version FROM system.local"))
            .contains(CassandraDownload.VERSION);
      }
      assertThat(listeners(process)).allMatch(each -> each.startsWith("0100007F:"));
    }
    assertThat(process.isAlive()).isFalse();
    assertThat(data).isEmptyDirectory();
    assertThat(log()).content().contains("Startup complete");
  }

  @Test
  void killedParentLeavesNoServerBehind() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledParent.class.getName(),
                data.toString(),
                log().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = parent.inputReader()) {
      assertThat(output.readLine()).as("the port").matches("\\d+");
      ProcessHandle server = process(data);

      parent.destroyForcibly().waitFor();

      server.onExit().get(10, TimeUnit.SECONDS);
      for (int i = 0; i < 100 && !isEmpty(data); i++) {
        Thread.sleep(20);
      }
      assertThat(data).isEmptyDirectory();
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void portThatIsTakenIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      CassandraNode node = new CassandraNode("127.0.0.1", port, FreePort.find("127.0.0.1"), 0);

      assertThatThrownBy(() -> CassandraServer.start(settings, node, node.storageAddress(), log()))
          .isInstanceOf(DriverException.class)
          .hasMessageMatching(
              "cassandra:embedded: the server ended with exit code \\d: /127\\.0\\.0\\.1:"
                  + port
                  + " is in use by another process\\. .* \\(its log is "
                  + log()
                  + "\\)");
    }
    assertThat(data).isEmptyDirectory();
  }

  @Test
  @Tag("slow")
  void secondNodeJoinsTheCluster() throws Exception {
    try (CassandraServer first = CassandraServer.start(settings, log());
        CassandraServer second =
            CassandraServer.join(first, "127.0.0.2", 1L << 62, folder.resolve("second.log"))) {
      awaitPeer(first, 1L << 62);
      awaitPeer(second, -(1L << 62));
    }
    assertThat(data).isEmptyDirectory();
  }

  @Test
  @Tag("slow")
  void runsOnTheJvmThatCassandraSupports() throws Exception {
    Optional<CassandraJvm> jvm = supportedJvm();
    assumeTrue(jvm.isPresent(), "there is no JDK 17 in " + JVMS);
    try (CassandraServer server = CassandraServer.start(settings.on(jvm.get()), log());
        RawClient client = new RawClient(server.address())) {
      client.startUp();
      assertThat(server.describe()).isEqualTo("Cassandra 5.0.9 on JDK 17");
    }
  }

  /// Waits until a node knows another one by its token: nodes exchange what they know each second.
  private static void awaitPeer(CassandraServer server, long token) throws Exception {
    try (RawClient client = new RawClient(server.address())) {
      client.startUp();
      String peers = "";
      for (int i = 0; i < 200 && !peers.contains(Long.toString(token)); i++) {
        peers = client.query("SELECT tokens FROM system.peers_v2");
        Thread.sleep(100);
      }
      assertThat(peers.replaceAll("[^-\\w]", " ")).contains(Long.toString(token));
    }
  }

  private static Optional<CassandraJvm> supportedJvm() throws IOException {
    try (DirectoryStream<Path> homes = Files.newDirectoryStream(JVMS)) {
      for (Path home : homes) {
        try {
          CassandraJvm jvm = CassandraJvm.at(home);
          if (jvm.isSupported()) {
            return Optional.of(jvm);
          }
        } catch (DriverException e) {
          // No JVM, or an old one.
        }
      }
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  /// The server whose files are in a folder.
  private static ProcessHandle process(Path data) {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().command().orElse("").endsWith("/java"))
        .filter(each ->
            Stream.of(each.info().arguments().orElse(new String[0]))
                .anyMatch(argument -> argument.startsWith("@" + data)))
        .findAny()
        .orElseThrow();
  }

  private static long residentKilobytes(ProcessHandle process) throws IOException {
    String line =
        Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
            .filter(each -> each.startsWith("VmRSS:"))
            .findAny()
            .orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", ""));
  }

  /// The local addresses of listening sockets, in hexadecimal. Those of other processes are left
  /// out.
  private static List<String> listeners(ProcessHandle process) throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      List<String> inodes =
          descriptors
              .map(CassandraServerTest::link)
              .filter(each -> each.startsWith("socket:"))
              .toList();
      List<String> all = Files.readAllLines(Path.of("/proc/net/tcp"));
      all.addAll(Files.readAllLines(Path.of("/proc/net/tcp6")));
      List<String> listening =
          all.stream()
              .map(line -> line.strip().split("\\s+", -1))
              .filter(words -> words[3].equals("0A"))
              .filter(words -> inodes.contains("socket:[" + words[9] + "]"))
              .map(words -> words[1])
              .toList();
      assertThat(listening).hasSizeGreaterThanOrEqualTo(2);
      return listening;
    }
  }

  private static String link(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
