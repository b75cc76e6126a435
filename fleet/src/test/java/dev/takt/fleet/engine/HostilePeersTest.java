package dev.takt.fleet.engine;

import static dev.takt.fleet.engine.Fleet.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jgroups.stack.GossipData;
import org.jgroups.stack.GossipType;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whatever others send, an agent that is there stays reachable, and nothing is printed.
class HostilePeersTest {

  private static final Limits SHORT = new Limits(Duration.ofSeconds(2), Duration.ofSeconds(1));

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;

  @BeforeEach
  void catchWhatIsPrinted() {
    PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
  }

  @AfterEach
  void nothingWasPrinted() {
    System.setOut(out);
    System.setErr(err);
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  private interface Attack {
    void on(Fleet fleet) throws Exception;
  }

  /// Attacks, and checks that the agent that was there is not affected.
  private static void survives(Fleet fleet, Attack attack) throws Exception {
    RecordingListener heard = new RecordingListener();
    Engine good = fleet.join("good", heard);
    fleet.heard.await("+good");
    attack.on(fleet);
    good.send(Engine.COORDINATOR, bytes("here"));
    fleet.heard.await("good: here");
    fleet.coordinator.send("good", bytes("there"));
    heard.await("coordinator: there");
    assertThat(fleet.coordinator.members()).containsExactly("good");
    assertThat(heard.events()).containsExactly("+coordinator", "coordinator: there");
  }

  private static void writeGarbage(int port) throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      byte[] garbage = new byte[1 + random.nextInt(3000)];
      random.nextBytes(garbage);
      Socket socket = Peers.plain(port);
      try {
        socket.getOutputStream().write(garbage);
        socket.shutdownOutput();
      } catch (IOException e) {
        // The coordinator was faster.
      }
      Peers.awaitEnd(socket);
    }
  }

  @Test
  void garbageEndsItsConnection() throws Exception {
    try (Fleet fleet = new Fleet()) {
      survives(fleet, f -> writeGarbage(f.port()));
    }
  }

  @Test
  void garbageOnATlsPortEndsItsConnection() throws Exception {
    Optional<FleetKey> key = Optional.of(FleetKey.read(TestKeys.OURS));
    try (Fleet fleet = new Fleet(key, Fleet.LIMITS)) {
      survives(fleet, f -> writeGarbage(f.port()));
    }
  }

  @Test
  void oversizedFrameEndsItsConnection() throws Exception {
    try (Fleet fleet = new Fleet()) {
      survives(
          fleet,
          f -> {
            for (int length : new int[] {Integer.MAX_VALUE, 513, 0, -1, Integer.MIN_VALUE}) {
              Socket socket = Peers.plain(f.port());
              new DataOutputStream(socket.getOutputStream()).writeInt(length);
              Peers.awaitEnd(socket);
            }
          });
    }
  }

  /// The frame is small, but claims to contain a message of 2 GiB.
  @Test
  void claimedLengthInsideOfAFrameIsNotBelieved() throws Exception {
    try (Fleet fleet = new Fleet()) {
      survives(
          fleet,
          f -> {
            Socket socket = Peers.plain(f.port());
            Peers.register(socket, "bad");
            f.heard.await("+bad");
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(8);
            out.writeByte(4); // a message
            out.write(new byte[] {0, 1, 1});
            out.writeInt(Integer.MAX_VALUE);
            out.flush();
            Peers.awaitEnd(socket);
            f.heard.await("-bad");
          });
    }
  }

  @Test
  void bodyThatIsTooLargeLosesTheMember() throws Exception {
    try (Fleet fleet = new Fleet()) {
      survives(
          fleet,
          f -> {
            Socket socket = Peers.plain(f.port());
            Peers.register(socket, "bad");
            f.heard.await("+bad");
            byte[] body = new byte[f.coordinator.maxBody() + 200];
            body[0] = 1; // otherwise valid
            try {
              Peers.frame(socket, new GossipData(GossipType.MESSAGE, Frames.GROUP, null, body));
            } catch (IOException e) {
              // The coordinator was faster.
            }
            Peers.awaitEnd(socket);
            f.heard.await("-bad");
            assertThat(f.heard.events()).noneMatch(event -> event.startsWith("bad: "));
          });
    }
  }

  @Test
  void messageBeforeTheRegistrationEndsTheConnection() throws Exception {
    try (Fleet fleet = new Fleet()) {
      survives(
          fleet,
          f -> {
            Socket socket = Peers.plain(f.port());
            Peers.frame(
                socket, new GossipData(GossipType.MESSAGE, Frames.GROUP, null, bytes("\1hello")));
            Peers.awaitEnd(socket);
            assertThat(f.heard.events()).containsExactly("+good");
          });
    }
  }

  @Test
  void requestsOfARouterThatTheFleetDoesNotNeedLoseTheMember() throws Exception {
    try (Fleet fleet = new Fleet()) {
      survives(
          fleet,
          f -> {
            for (GossipType each :
                List.of(
                    GossipType.GET_MBRS,
                    GossipType.UNREGISTER,
                    GossipType.SUSPECT,
                    GossipType.REGISTER)) {
              Socket socket = Peers.plain(f.port());
              Peers.register(socket, "bad" + each);
              f.heard.await("+bad" + each);
              Peers.frame(socket, new GossipData(each, Frames.GROUP, UUID.randomUUID()));
              Peers.awaitEnd(socket);
              f.heard.await("-bad" + each);
            }
          });
    }
  }

  @Test
  void registrationWithAnotherVersionOrABadNameIsRefused() throws Exception {
    try (Fleet fleet = new Fleet()) {
      survives(
          fleet,
          f -> {
            assertThat(refusal(f.port(), "takt-fleet-0", "a"))
                .endsWith("the coordinator has another version of Takt");
            assertThat(refusal(f.port(), Frames.GROUP, "../../x"))
                .endsWith("the name of an agent has up to 64 of A-Z a-z 0-9 . _ -");
            assertThat(f.heard.events()).containsExactly("+good");
          });
    }
  }

  private static String refusal(int port, String group, String name) throws IOException {
    try (Socket socket = Peers.plain(port)) {
      Peers.register(socket, group, name);
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void connectionsThatNeverSpeakAreClosed() throws Exception {
    try (Fleet fleet = new Fleet(Optional.empty(), SHORT)) {
      survives(fleet, HostilePeersTest::connectManyTimes);
    }
  }

  @Test
  void connectionsThatNeverSpeakTlsAreClosed() throws Exception {
    Optional<FleetKey> key = Optional.of(FleetKey.read(TestKeys.OURS));
    Limits limits = new Limits(Duration.ofSeconds(4), Duration.ofSeconds(2));
    try (Fleet fleet = new Fleet(key, limits)) {
      survives(fleet, HostilePeersTest::connectManyTimes);
    }
  }

  private static void connectManyTimes(Fleet fleet) throws IOException {
    List<Socket> silent = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      silent.add(Peers.plain(fleet.port()));
    }
    for (Socket each : silent) {
      Peers.awaitEnd(each);
    }
  }

  /// Each byte comes before the read times out, but the registration takes too long.
  @Test
  void registrationByteByByteIsClosed() throws Exception {
    try (Fleet fleet = new Fleet(Optional.empty(), SHORT)) {
      survives(
          fleet,
          f -> {
            try (Socket socket = Peers.plain(f.port())) {
              socket.setTcpNoDelay(true);
              byte[] length = {0, 0, 1, 0};
              assertThatThrownBy(
                      () -> {
                        for (int i = 0; i < 100; i++) {
                          socket.getOutputStream().write(i < 4 ? length[i] : 0);
                          Thread.sleep(100);
                        }
                      })
                  .isInstanceOf(IOException.class);
            }
          });
    }
  }

  @Test
  void memberThatFallsSilentIsLost() throws Exception {
    try (Fleet fleet = new Fleet(Optional.empty(), SHORT)) {
      survives(
          fleet,
          f -> {
            Socket socket = Peers.plain(f.port());
            Peers.register(socket, "silent");
            f.heard.await("+silent");
            f.heard.await("-silent");
            socket.close();
          });
    }
  }

  /// It sends heartbeats, but does not read: what waits for it is bounded.
  @Test
  void memberThatDoesNotReadIsLost() throws Exception {
    try (Fleet fleet = new Fleet()) {
      survives(
          fleet,
          f -> {
            try (Socket socket = Peers.plain(f.port())) {
              Peers.register(socket, "deaf");
              f.heard.await("+deaf");
              byte[] body = new byte[f.coordinator.maxBody()];
              assertThatThrownBy(
                      () -> {
                        for (int i = 0; i < 100; i++) {
                          f.coordinator.send("deaf", body);
                        }
                      })
                  .isInstanceOf(IOException.class);
              f.heard.await("-deaf");
            }
          });
    }
  }

  @Test
  void abruptEndIsNoticedWithinASecond() throws Exception {
    try (Fleet fleet = new Fleet()) {
      survives(
          fleet,
          f -> {
            Socket socket = Peers.plain(f.port());
            Peers.register(socket, "a");
            f.heard.await("+a");
            socket.setSoLinger(true, 0);
            socket.close();
            f.heard.await("-a", 1000);
          });
    }
  }

  @Test
  void listenerThatThrowsLosesOnlyItsMember() throws Exception {
    RecordingListener throwing =
        new RecordingListener() {
          @Override
          public void message(String from, byte[] body, long receivedNanos) {
            if (from.equals("bad")) {
              throw new IllegalStateException("on purpose");
            }
            super.message(from, body, receivedNanos);
          }
        };
    try (RouterEngine coordinator = RouterEngine.listen(Fleet.at(0), Optional.empty(), throwing);
        Engine bad = join(coordinator, "bad");
        Engine good = join(coordinator, "good")) {
      throwing.await("+good");
      bad.send(Engine.COORDINATOR, bytes("x"));
      throwing.await("-bad");
      good.send(Engine.COORDINATOR, bytes("x"));
      throwing.await("good: x");
    }
  }

  private static Engine join(RouterEngine coordinator, String name) throws Exception {
    return RouterEngine.join(
        Fleet.at(coordinator.port()),
        name,
        Optional.empty(),
        Duration.ofSeconds(5),
        new RecordingListener());
  }

  @Test
  void coordinatorThatNeverAnswersIsGivenUp() throws Exception {
    try (ServerSocket frozen = new ServerSocket(0, 50, Fleet.at(0).getAddress())) {
      int port = frozen.getLocalPort();
      assertThatThrownBy(() -> joinOnce(port))
          .isInstanceOf(IOException.class)
          .hasMessage("no answer from localhost:" + port);
    }
  }

  @Test
  void coordinatorThatSendsGarbageIsGivenUp() throws Exception {
    try (ServerSocket bad = new ServerSocket(0, 50, Fleet.at(0).getAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            try (Socket socket = bad.accept()) {
              socket
                  .getOutputStream()
                  .write("HTTP/1.1 400 Bad Request\r\n".getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
      int port = bad.getLocalPort();
      assertThatThrownBy(() -> joinOnce(port))
          .isInstanceOf(IOException.class)
          .hasMessage("the connection to localhost:" + port + " was closed before an answer");
    }
  }

  private static void joinOnce(int port) throws Exception {
    RouterEngine.join(Fleet.at(port), "a", Optional.empty(), Duration.ZERO, new RecordingListener())
        .close();
  }
}
