package dev.takt.watch.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListeningProcessesTest {

  @TempDir Path proc;

  @Test
  @EnabledOnOs(OS.LINUX)
  void findsThisProcess() throws IOException {
    SocketAddress address;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = server.getLocalSocketAddress();
      assertThat(new ListeningProcesses().find(address)).hasValue(ProcessHandle.current().pid());
    }
    assertThat(new ListeningProcesses().find(address)).isEmpty();
  }

  @Test
  void readsSocketTables() throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(
        proc.resolve("net/tcp6"),
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0000000000000000FFFF00000100007F:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1
           1: 0000000000000000FFFF00000100007F:1F91 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 4712 1
        """);
    for (String pid : new String[] {"30", "200", "31"}) {
      Path descriptors = Files.createDirectories(proc.resolve(pid).resolve("fd"));
      Files.createSymbolicLink(
          descriptors.resolve("5"), Path.of(pid.equals("30") ? "socket:[4712]" : "socket:[4711]"));
    }
    ListeningProcesses listeners = new ListeningProcesses(proc);
    assertThat(listeners.find(local(8080))).hasValue(31);
    assertThat(listeners.find(local(8081))).as("a connection is no listener").isEmpty();
    assertThat(listeners.find(local(80))).isEmpty();
  }

  @SuppressWarnings("AddressSelection") // a literal address
  private static SocketAddress local(int port) {
    return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
  }

  @SuppressWarnings("AddressSelection") // literal addresses
  @Test
  void exactAddressTakesPrecedenceOverWildcard() throws IOException {
    try (ServerSocket four = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      assertThat(
              new ListeningProcesses()
                  .find(new InetSocketAddress(InetAddress.ofLiteral("::1"), four.getLocalPort())))
          .isEmpty();
      assertThat(
              new ListeningProcesses()
                  .find(
                      new InetSocketAddress(
                          InetAddress.ofLiteral("127.0.0.2"), four.getLocalPort())))
          .isEmpty();
    }
    try (ServerSocket all = new ServerSocket(0)) {
      for (String address : List.of("127.0.0.1", "127.0.0.2", "::1")) {
        assertThat(
                new ListeningProcesses()
                    .find(
                        new InetSocketAddress(InetAddress.ofLiteral(address), all.getLocalPort())))
            .as(address)
            .hasValue(ProcessHandle.current().pid());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a socket", "läuft"})
  void findsListenerOfUnixDomainSocket(String name) throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(proc.resolve(name));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      assertThat(new ListeningProcesses().find(address)).hasValue(ProcessHandle.current().pid());
    }
    assertThat(new ListeningProcesses().find(address)).isEmpty();
  }

  @Test
  void missingTablesGiveEmpty() {
    assertThat(new ListeningProcesses(proc.resolve("none")).find(local(80))).isEmpty();
  }
}
