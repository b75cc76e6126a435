package dev.takt.fleet.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jgroups.stack.GossipData;
import org.jgroups.stack.GossipType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the user learns of connections that are not those of agents.
@Timeout(60)
class RejectedConnectionsTest {

  private static final String HERE = "127.0.0.1: ";

  private interface Attack {
    void on(Fleet fleet) throws Exception;
  }

  private static Optional<FleetKey> ours() throws IOException {
    return Optional.of(FleetKey.read(TestKeys.OURS));
  }

  private static void assertSaid(Optional<FleetKey> key, Attack attack, String... said)
      throws Exception {
    Limits limits = new Limits(Duration.ofSeconds(4), Duration.ofSeconds(3));
    try (Fleet fleet = new Fleet(key, limits)) {
      attack.on(fleet);
      awaitRejected(fleet, said.length);
      assertThat(fleet.heard.rejected()).containsExactly(said);
    }
  }

  private static void awaitRejected(Fleet fleet, int count) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (fleet.heard.rejected().size() < count && System.nanoTime() - deadline < 0) {
      Thread.sleep(5);
    }
    Thread.sleep(100); // for more than was expected
  }

  private static void write(Socket socket, byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  @Test
  void anotherKey() throws Exception {
    assertSaid(
        ours(),
        fleet ->
            assertThatExceptionOfType(IOException.class)
                .isThrownBy(() ->
                    fleet.join(
                        "a", Optional.of(FleetKey.read(TestKeys.OTHERS)), new RecordingListener())),
        HERE + "it did not prove that it has this fleet's key");
  }

  @Test
  void tlsWithAnotherKeyOrWithoutOne() throws Exception {
    assertSaid(
        ours(),
        fleet -> {
          Peers.assertRefused(Peers.trusting(TestKeys.OTHERS, fleet.port()), "a");
          Peers.assertRefused(Peers.trusting(null, fleet.port()), "a");
        },
        HERE + "it did not prove that it has this fleet's key");
  }

  /// An agent of this fleet that is stopped while it connects.
  @Test
  void connectionThatEndsDuringItsHandshakeIsNotNamed() throws Exception {
    try (Fleet fleet = new Fleet(ours(), Fleet.LIMITS)) {
      for (int linger : new int[] {-1, 0}) {
        Socket socket = Peers.plain(fleet.port());
        write(socket, new byte[] {0x16, 3, 3, 0, 100, 1, 0}); // the begin of a ClientHello
        Thread.sleep(100);
        socket.setSoLinger(linger == 0, 0); // a reset
        socket.close();
      }
      awaitRejected(fleet, 0);
      Thread.sleep(300);
      assertThat(fleet.heard.rejected()).isEmpty();
    }
  }

  @Test
  void noTls() throws Exception {
    assertSaid(
        ours(),
        fleet -> {
          Socket socket = Peers.plain(fleet.port());
          write(socket, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
          Peers.awaitEnd(socket);
        },
        HERE + "it does not speak TLS");
  }

  @Test
  void garbageOfOneWithTheKey() throws Exception {
    assertSaid(
        ours(),
        fleet -> {
          Socket socket = Peers.trusting(TestKeys.OURS, fleet.port());
          write(socket, new byte[] {0, 0, 0, 3, 99, 1, 2});
          Peers.awaitEnd(socket);
        },
        HERE + "it sent what no agent sends");
  }

  @Test
  void garbageAndUnexpectedFrames() throws Exception {
    assertSaid(
        Optional.empty(),
        fleet -> {
          Socket socket = Peers.plain(fleet.port());
          write(socket, new byte[] {0, 0, 0, 3, 99, 1, 2});
          Peers.awaitEnd(socket);
          for (GossipType each : List.of(GossipType.MESSAGE, GossipType.GET_MBRS)) {
            Socket other = Peers.plain(fleet.port());
            Peers.frame(other, new GossipData(each, Frames.GROUP, null, Fleet.bytes("\1hello")));
            Peers.awaitEnd(other);
          }
          Socket half = Peers.plain(fleet.port());
          write(half, new byte[] {0, 0, 1});
          half.close();
          for (int i = 0; i < 6; i++) {
            Socket more = Peers.plain(fleet.port());
            new DataOutputStream(more.getOutputStream()).writeInt(-1);
            Peers.awaitEnd(more);
          }
        },
        HERE + "it sent what no agent sends",
        HERE + "it sent what no agent sends (10 times)");
  }

  @Test
  void oversizedFrame() throws Exception {
    assertSaid(
        Optional.empty(),
        fleet -> {
          for (int length : new int[] {Integer.MAX_VALUE, 513}) {
            Socket socket = Peers.plain(fleet.port());
            new DataOutputStream(socket.getOutputStream()).writeInt(length);
            Peers.awaitEnd(socket);
          }
        },
        HERE + "it sent a frame that is too long");
  }

  @Test
  void memberThatBreaksTheProtocol() throws Exception {
    assertSaid(
        Optional.empty(),
        fleet -> {
          Socket socket = Peers.plain(fleet.port());
          Peers.register(socket, "bad");
          fleet.heard.await("+bad");
          new DataOutputStream(socket.getOutputStream()).writeInt(2 << 20);
          Peers.awaitEnd(socket);
          fleet.heard.await("-bad");
        },
        HERE + "it sent a frame that is too long");
  }

  @Test
  void otherVersionAndBadName() throws Exception {
    assertSaid(
        Optional.empty(),
        fleet -> {
          Socket old = Peers.plain(fleet.port());
          Peers.register(old, "takt-fleet-0", "a");
          Peers.awaitEnd(old);
          awaitRejected(fleet, 1);
          Socket named = Peers.plain(fleet.port());
          Peers.register(named, Frames.GROUP, "../x");
          Peers.awaitEnd(named);
        },
        HERE + "it has another version of Takt",
        HERE + "it has a name that no agent can have");
  }

  @Test
  void sameNameIsSaidNowAndThen() throws Exception {
    try (Fleet fleet = new Fleet()) {
      fleet.join("a", new RecordingListener());
      for (int i = 0; i < 12; i++) {
        Socket socket = Peers.plain(fleet.port());
        Peers.register(socket, "a");
        Peers.awaitEnd(socket);
      }
      awaitRejected(fleet, 0);
      assertThat(fleet.heard.events()).filteredOn(each -> each.startsWith("refused a:")).hasSize(2);
      assertThat(fleet.heard.rejected()).isEmpty();
    }
  }

  @Test
  void oneThatNeverSpeaks() throws Exception {
    assertSaid(
        Optional.empty(),
        fleet -> {
          try (Socket socket = Peers.plain(fleet.port())) {
            write(socket, new byte[] {0});
            awaitRejected(fleet, 1);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
          }
        },
        HERE + "it did not say in time who it is");
  }

  /// Those that are there stay, and are served; a new one finds a place once one has gone.
  @Test
  void tooManyConnections() throws Exception {
    int most = 8;
    Limits limits = new Limits(Duration.ofSeconds(4), Duration.ofSeconds(20), most);
    try (Fleet fleet = new Fleet(Optional.empty(), limits)) {
      RecordingListener agent = new RecordingListener();
      Engine joined = fleet.join("a", agent);
      List<Socket> open = new ArrayList<>();
      for (int i = 0; i < most - 1; i++) {
        open.add(Peers.plain(fleet.port()));
      }
      for (int i = 0; i < 10; i++) {
        Peers.awaitEnd(Peers.plain(fleet.port()));
      }
      awaitRejected(fleet, 2);
      assertThat(fleet.heard.rejected())
          .containsExactly(
              HERE + "there are too many connections",
              HERE + "there are too many connections (10 times)");
      joined.send(Engine.COORDINATOR, Fleet.bytes("here"));
      fleet.heard.await("a: here");
      for (Socket each : open) {
        each.setSoTimeout(50);
        assertThatExceptionOfType(SocketTimeoutException.class)
            .as("it is still open")
            .isThrownBy(() -> each.getInputStream().read());
      }
      open.getFirst().close();
      fleet.join("b", new RecordingListener());
      fleet.heard.await("+b");
      for (Socket each : open) {
        each.close();
      }
    }
  }

  /// A probe of Kubernetes, and an agent that ends.
  @Test
  void openPortsAreLookedFor() throws Exception {
    for (Optional<FleetKey> key : List.of(Optional.<FleetKey>empty(), ours())) {
      try (Fleet fleet = new Fleet(key, Fleet.LIMITS)) {
        Peers.plain(fleet.port()).close();
        fleet.join("a", new RecordingListener()).close();
        fleet.heard.await("-a");
        awaitRejected(fleet, 0);
        assertThat(fleet.heard.rejected()).isEmpty();
      }
    }
  }

  @Test
  void manyAddressesFillNeitherMemoryNorTerminal() throws Exception {
    RecordingListener heard = new RecordingListener();
    RejectedConnections rejected = new RejectedConnections(heard);
    for (int i = 0; i < 20_000; i++) {
      byte[] address = {10, 1, (byte) (i / 256), (byte) i};
      rejected.add(InetAddress.getByAddress(address), RejectedConnections.Reason.NO_TLS);
    }
    assertThat(heard.rejected())
        .hasSize(RejectedConnections.MAX_KNOWN + 5)
        .startsWith("10.1.0.0: it does not speak TLS")
        .endsWith("other addresses: it does not speak TLS (10000 times)");
  }
}
