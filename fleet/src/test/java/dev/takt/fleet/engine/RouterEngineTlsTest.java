package dev.takt.fleet.engine;

import static dev.takt.fleet.engine.Fleet.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

class RouterEngineTlsTest {

  private final Optional<FleetKey> ours = Optional.of(FleetKey.read(TestKeys.OURS));
  private final Optional<FleetKey> others = Optional.of(FleetKey.read(TestKeys.OTHERS));

  RouterEngineTlsTest() throws IOException {}

  @Test
  void membersWithTheKeyExchangeMessages() throws Exception {
    try (Fleet fleet = new Fleet(ours, Fleet.LIMITS)) {
      RecordingListener heard = new RecordingListener();
      Engine agent = fleet.join("a", heard);
      fleet.heard.await("+a");
      agent.send(Engine.COORDINATOR, bytes("hello"));
      fleet.heard.await("a: hello");
      fleet.coordinator.send("a", bytes("welcome"));
      heard.await("coordinator: welcome");
    }
  }

  @Test
  void allAddressesAreAllowedWithAKey() throws Exception {
    RecordingListener heard = new RecordingListener();
    try (RouterEngine coordinator =
            RouterEngine.listen(new InetSocketAddress(0), ours, Fleet.LIMITS, heard);
        Engine agent =
            RouterEngine.join(
                new InetSocketAddress(InetAddress.getLocalHost(), coordinator.port()),
                "a",
                ours,
                Duration.ofSeconds(5),
                new RecordingListener())) {
      heard.await("+a");
      assertThat(agent.members()).containsExactly(Engine.COORDINATOR);
    }
  }

  @Test
  void lastMessagesArriveBeforeTheEnd() throws Exception {
    try (Fleet fleet = new Fleet(ours, Fleet.LIMITS)) {
      RecordingListener heard = new RecordingListener();
      Engine a = fleet.join("a", heard);
      Engine b = fleet.join("b", new RecordingListener());
      fleet.heard.await("+b");
      b.send(Engine.COORDINATOR, new byte[500_000]);
      b.send(Engine.COORDINATOR, bytes("last"));
      b.close();
      fleet.heard.await("b: last");
      fleet.heard.await("-b");
      fleet.coordinator.broadcast(bytes("end"));
      fleet.coordinator.close();
      heard.await("-coordinator");
      assertThat(heard.events())
          .containsExactly("+coordinator", "coordinator: end", "-coordinator");
      assertThat(a.members()).isEmpty();
    }
  }

  @Test
  void agentWithAnotherKeyIsNotAdmitted() throws Exception {
    try (Fleet fleet = new Fleet(ours, Fleet.LIMITS)) {
      assertThatThrownBy(() -> fleet.join("s", others, new RecordingListener()))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "the coordinator at localhost:"
                  + fleet.port()
                  + " has another fleet key. Copy its key file to this machine");
      fleet.join("a", new RecordingListener());
      fleet.heard.await("+a");
      assertThat(fleet.heard.events()).containsExactly("+a");
    }
  }

  /// Who listens to the network has each byte that an agent sent, and sends them again.
  @Test
  void recordedConnectionCannotBeReplayed() throws Exception {
    try (Fleet fleet = new Fleet(ours, Fleet.LIMITS);
        RecordingProxy proxy = new RecordingProxy(fleet.port())) {
      Engine agent =
          RouterEngine.join(
              Fleet.at(proxy.port()), "a", ours, Duration.ofSeconds(5), new RecordingListener());
      agent.send(Engine.COORDINATOR, bytes("hello"));
      fleet.heard.await("a: hello");
      agent.close();
      fleet.heard.await("-a");
      byte[] recorded = proxy.recorded();
      assertThat(recorded).hasSizeGreaterThan(500);
      try (Socket replay = Peers.plain(fleet.port())) {
        replay.getOutputStream().write(recorded);
        Peers.awaitEnd(replay);
      }
      fleet.join("b", new RecordingListener());
      fleet.heard.await("+b");
      assertThat(fleet.heard.events()).containsExactly("+a", "a: hello", "-a", "+b");
    }
  }

  /// The client trusts everything, so that the coordinator alone refuses it.
  @Test
  void coordinatorRefusesAnotherCertificateByItself() throws Exception {
    try (Fleet fleet = new Fleet(ours, Fleet.LIMITS)) {
      Peers.assertRefused(Peers.trusting(TestKeys.OTHERS, fleet.port()), "s");
      Peers.assertRefused(Peers.trusting(null, fleet.port()), "s");
      assertThat(fleet.heard.events()).isEmpty();
      try (Socket good = Peers.trusting(TestKeys.OURS, fleet.port())) {
        Peers.register(good, "a");
        fleet.heard.await("+a");
      }
    }
  }

  @Test
  void olderVersionsOfTlsAreRefused() throws Exception {
    try (Fleet fleet = new Fleet(ours, Fleet.LIMITS)) {
      SSLSocket old = (SSLSocket) Peers.trusting(TestKeys.OURS, fleet.port());
      old.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThatThrownBy(old::startHandshake).isInstanceOf(IOException.class);
    }
  }

  @Test
  void agentWithoutAKeyLearnsThatOneIsRequired() throws Exception {
    try (Fleet fleet = new Fleet(ours, Fleet.LIMITS)) {
      assertThatThrownBy(() -> fleet.join("p", Optional.empty(), new RecordingListener()))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "the coordinator at localhost:" + fleet.port() + " requires the key of its fleet");
      assertThat(fleet.heard.events()).isEmpty();
    }
  }

  @Test
  void agentWithAKeyDoesNotJoinACoordinatorWithoutOne() throws Exception {
    try (Fleet fleet = new Fleet()) {
      assertThatThrownBy(() -> fleet.join("t", ours, Duration.ZERO, new RecordingListener()))
          .isInstanceOf(IOException.class);
      assertThat(fleet.heard.events()).isEmpty();
      fleet.join("a", new RecordingListener());
      fleet.heard.await("+a");
    }
  }
}
