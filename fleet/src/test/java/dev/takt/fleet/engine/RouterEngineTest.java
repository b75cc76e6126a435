package dev.takt.fleet.engine;

import static dev.takt.fleet.engine.Fleet.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

class RouterEngineTest {

  @Test
  void messagesAreExchangedInBothDirections() throws Exception {
    try (Fleet fleet = new Fleet()) {
      RecordingListener heard = new RecordingListener();
      Engine agent = fleet.join("a", heard);
      assertThat(agent.members()).containsExactly(Engine.COORDINATOR);
      fleet.heard.await("+a");
      assertThat(fleet.coordinator.members()).containsExactly("a");
      agent.send(Engine.COORDINATOR, bytes("hello"));
      fleet.heard.await("a: hello");
      fleet.coordinator.send("a", bytes("welcome"));
      heard.await("coordinator: welcome");
      assertThat(heard.events()).containsExactly("+coordinator", "coordinator: welcome");
    }
  }

  @Test
  void timeOfReceiptIsOnTheMonotonicClock() throws Exception {
    AtomicLong received = new AtomicLong();
    CountDownLatch arrived = new CountDownLatch(1);
    RecordingListener listener =
        new RecordingListener() {
          @Override
          public void message(String from, byte[] body, long receivedNanos) {
            received.set(receivedNanos);
            arrived.countDown();
          }
        };
    try (Fleet fleet = new Fleet()) {
      fleet.join("a", listener);
      fleet.heard.await("+a");
      long before = System.nanoTime();
      fleet.coordinator.send("a", bytes("x"));
      assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(received.get()).isBetween(before, System.nanoTime());
    }
  }

  @Test
  void orderIsKept() throws Exception {
    try (Fleet fleet = new Fleet()) {
      RecordingListener heard = new RecordingListener();
      Engine agent = fleet.join("a", heard);
      List<String> sent = new ArrayList<>(List.of("+a"));
      List<String> back = new ArrayList<>(List.of("+coordinator"));
      fleet.heard.await("+a");
      for (int i = 0; i < 2000; i++) {
        agent.send(Engine.COORDINATOR, bytes("n" + i));
        fleet.coordinator.send("a", bytes("m" + i));
        sent.add("a: n" + i);
        back.add("coordinator: m" + i);
      }
      fleet.heard.await("a: n1999");
      heard.await("coordinator: m1999");
      assertThat(fleet.heard.events()).isEqualTo(sent);
      assertThat(heard.events()).isEqualTo(back);
    }
  }

  @Test
  void broadcastReachesAllOthers() throws Exception {
    try (Fleet fleet = new Fleet()) {
      List<RecordingListener> all = new ArrayList<>();
      for (String name : List.of("a", "b", "c")) {
        RecordingListener heard = new RecordingListener();
        all.add(heard);
        fleet.join(name, heard);
        fleet.heard.await("+" + name);
      }
      fleet.coordinator.broadcast(bytes("go"));
      for (RecordingListener each : all) {
        each.await("coordinator: go");
      }
      assertThat(fleet.heard.events()).containsExactly("+a", "+b", "+c");
    }
  }

  @Test
  void largestBodyArrivesAndALargerOneIsRejected() throws Exception {
    AtomicLong sum = new AtomicLong();
    CountDownLatch arrived = new CountDownLatch(1);
    RecordingListener listener =
        new RecordingListener() {
          @Override
          public void message(String from, byte[] body, long receivedNanos) {
            sum.set(Arrays.hashCode(body));
            arrived.countDown();
          }
        };
    try (Fleet fleet = new Fleet()) {
      fleet.join("a", listener);
      fleet.heard.await("+a");
      byte[] body = new byte[fleet.coordinator.maxBody()];
      new Random(1).nextBytes(body);
      fleet.coordinator.send("a", body);
      assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(sum.get()).isEqualTo(Arrays.hashCode(body));
      assertThatThrownBy(() -> fleet.coordinator.send("a", new byte[body.length + 1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void absentMemberIsNamed() throws Exception {
    try (Fleet fleet = new Fleet()) {
      assertThatThrownBy(() -> fleet.coordinator.send("b", bytes("x")))
          .isInstanceOf(IOException.class)
          .hasMessage("no agent \"b\" is connected");
      Engine agent = fleet.join("a", new RecordingListener());
      assertThatThrownBy(() -> agent.send("b", bytes("x")))
          .isInstanceOf(IOException.class)
          .hasMessage("an agent can only send to the coordinator, not to \"b\"");
    }
  }

  @Test
  void agentThatEndsHasLeftAfterItsLastMessage() throws Exception {
    try (Fleet fleet = new Fleet()) {
      RecordingListener heard = new RecordingListener();
      Engine agent = fleet.join("a", heard);
      agent.send(Engine.COORDINATOR, bytes("last"));
      agent.close();
      fleet.heard.await("-a");
      assertThat(fleet.heard.events()).containsExactly("+a", "a: last", "-a");
      assertThat(fleet.coordinator.members()).isEmpty();
      assertThat(agent.members()).isEmpty();
      assertThat(heard.events()).containsExactly("+coordinator");
      assertThatThrownBy(() -> agent.send(Engine.COORDINATOR, bytes("x")))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void lastMessagesOfTheCoordinatorArriveAndItsEndIsNoticed() throws Exception {
    try (Fleet fleet = new Fleet()) {
      RecordingListener heard = new RecordingListener();
      fleet.join("a", heard);
      fleet.heard.await("+a");
      fleet.coordinator.broadcast(bytes("end"));
      fleet.coordinator.close();
      heard.await("-coordinator");
      assertThat(heard.events())
          .containsExactly("+coordinator", "coordinator: end", "-coordinator");
      assertThat(fleet.heard.events()).containsExactly("+a");
    }
  }

  @Test
  void agentRejoinsACoordinatorThatIsThereAgain() throws Exception {
    try (Fleet fleet = new Fleet()) {
      RecordingListener heard = new RecordingListener();
      Engine agent = fleet.join("a", heard);
      int port = fleet.port();
      fleet.coordinator.close();
      heard.await("-coordinator");
      assertThatThrownBy(agent::rejoin)
          .isInstanceOf(IOException.class)
          .hasMessage("no coordinator listens at localhost:" + port);
      RecordingListener second = new RecordingListener();
      try (RouterEngine again =
          RouterEngine.listen(Fleet.at(port), Optional.empty(), Fleet.LIMITS, second)) {
        agent.rejoin();
        second.await("+a");
        again.send("a", bytes("again"));
        heard.await("coordinator: again");
        assertThat(heard.events())
            .containsExactly("+coordinator", "-coordinator", "+coordinator", "coordinator: again");
      }
    }
  }

  @Test
  void agentThatRejoinsReplacesItsOldConnection() throws Exception {
    try (Fleet fleet = new Fleet()) {
      Engine agent = fleet.join("a", new RecordingListener());
      agent.rejoin();
      agent.send(Engine.COORDINATOR, bytes("again"));
      fleet.heard.await("a: again");
      assertThat(fleet.heard.events()).containsExactly("+a", "-a", "+a", "a: again");
    }
  }

  /// The end of the old connection comes later, or never, since its cable is cut.
  @Test
  void newConnectionOfAnAgentBeforeTheEndOfTheOldOne() throws Exception {
    try (Fleet fleet = new Fleet();
        Socket before = Peers.plain(fleet.port());
        Socket after = Peers.plain(fleet.port())) {
      UUID address = UUID.randomUUID();
      Peers.register(before, "a", address);
      fleet.heard.await("+a");
      Peers.send(before, "first");
      fleet.heard.await("a: first");
      Peers.register(after, "a", address);
      Peers.awaitEnd(before);
      Peers.send(after, "second");
      fleet.heard.await("a: second");
      fleet.coordinator.send("a", bytes("answer"));
      assertThat(Peers.awaitText(after, "answer")).isTrue();
      assertThat(fleet.heard.events()).containsExactly("+a", "a: first", "-a", "+a", "a: second");
      assertThat(fleet.coordinator.members()).containsExactly("a");
    }
  }

  @Test
  void secondAgentOfANameIsNotAdmitted() throws Exception {
    try (Fleet fleet = new Fleet()) {
      Engine first = fleet.join("a", new RecordingListener());
      assertThatThrownBy(() -> fleet.join("a", new RecordingListener()))
          .isInstanceOf(IOException.class)
          .hasMessage("another agent is named \"a\"; choose another --name");
      first.send(Engine.COORDINATOR, bytes("still here"));
      fleet.heard.await("a: still here");
      assertThat(fleet.heard.events())
          .containsExactly(
              "+a",
              "refused a: another agent is named \"a\"; choose another --name",
              "a: still here");
    }
  }

  @Test
  void agentWaitsForACoordinatorThatStartsLater() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    RecordingListener heard = new RecordingListener();
    Thread late =
        Thread.ofVirtual()
            .start(() -> {
              try {
                Thread.sleep(300);
                RouterEngine.listen(Fleet.at(port), Optional.empty(), heard);
              } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    try (Engine agent =
        RouterEngine.join(
            Fleet.at(port),
            "a",
            Optional.empty(),
            Duration.ofSeconds(10),
            new RecordingListener())) {
      heard.await("+a");
      assertThat(agent.members()).containsExactly(Engine.COORDINATOR);
    }
    late.join();
  }

  @Test
  void portThatIsTakenIsNamed() throws Exception {
    try (Fleet fleet = new Fleet()) {
      assertThatThrownBy(() ->
              RouterEngine.listen(
                  Fleet.at(fleet.port()), Optional.empty(), new RecordingListener()))
          .isInstanceOf(IOException.class)
          .hasMessage("cannot listen on localhost:" + fleet.port() + ": is another program there?");
    }
  }

  @Test
  void withoutAKeyOnlyLoopbackAddressesAreAccepted() throws Exception {
    InetSocketAddress any = new InetSocketAddress(0);
    assertThatThrownBy(() -> RouterEngine.listen(any, Optional.empty(), new RecordingListener()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "a fleet at 0.0.0.0:0 needs a key, as others could drive it. All machines have a copy of"
                + " the same one, which takt fleet key FILE makes once");
    InetSocketAddress far =
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 7946);
    assertThatThrownBy(() ->
            RouterEngine.join(far, "a", Optional.empty(), Duration.ZERO, new RecordingListener()))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("a fleet at 10.0.0.1:7946 needs a key");
  }

  @Test
  void namesThatCouldBePathsAreRejected() {
    for (String name : List.of("", "..", "a/b", ".a", "coordinator", "x".repeat(65))) {
      assertThatThrownBy(() ->
              RouterEngine.join(
                  Fleet.at(1), name, Optional.empty(), Duration.ZERO, new RecordingListener()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void hundredAgentsJoinAnswerAndEnd() throws Exception {
    int count = 100;
    try (Fleet fleet = new Fleet()) {
      List<Thread> joining = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String name = "agent-" + i;
        joining.add(Thread.ofVirtual().start(() -> joinAndAnswer(fleet, name)));
      }
      for (Thread each : joining) {
        each.join();
      }
      IntStream.range(0, count).forEach(i -> fleet.heard.await("+agent-" + i));
      assertThat(fleet.coordinator.members()).hasSize(count);
      fleet.coordinator.broadcast(bytes("who?"));
      IntStream.range(0, count).forEach(i -> fleet.heard.await("agent-" + i + ": agent-" + i));
      long began = System.nanoTime();
      fleet.coordinator.close();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
    }
  }

  private static void joinAndAnswer(Fleet fleet, String name) {
    Engine[] agent = new Engine[1];
    CountDownLatch joined = new CountDownLatch(1);
    RecordingListener listener =
        new RecordingListener() {
          @Override
          public void message(String from, byte[] body, long receivedNanos) {
            try {
              joined.await();
              agent[0].send(from, bytes(name));
            } catch (IOException | InterruptedException e) {
              throw new AssertionError(e);
            }
          }
        };
    try {
      agent[0] = fleet.join(name, listener);
      joined.countDown();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void tensOfThousandsOfMessagesArrive() throws Exception {
    AtomicLong bytes = new AtomicLong();
    CountDownLatch arrived = new CountDownLatch(20_000);
    RecordingListener listener =
        new RecordingListener() {
          @Override
          public void message(String from, byte[] body, long receivedNanos) {
            bytes.addAndGet(body.length);
            arrived.countDown();
          }
        };
    try (RouterEngine coordinator = RouterEngine.listen(Fleet.at(0), Optional.empty(), listener);
        Engine agent =
            RouterEngine.join(
                Fleet.at(coordinator.port()),
                "a",
                Optional.empty(),
                Duration.ofSeconds(5),
                new RecordingListener())) {
      for (int i = 0; i < 20_000; i++) {
        agent.send(Engine.COORDINATOR, new byte[i % 1000]);
      }
      assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(bytes.get()).isEqualTo(20L * 999 * 1000 / 2);
    }
  }
}
