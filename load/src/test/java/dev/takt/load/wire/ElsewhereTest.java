package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.driver.WireDriver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Operations with steps that go to other endpoints, or over fresh connections.
@Timeout(60)
class ElsewhereTest extends EachTransport {

  private static final long MS = 1_000_000;

  /// Operations from this one on skip the second place.
  private static final long LEAVES_OUT_A_PLACE = 100;

  /// Step `i` of operation `n` sends the number `n + i` and is answered by it.
  ///
  /// @param places where each step goes; null: to the target
  /// @param keeps whether a connection is reused after a step
  private record Walk(
      InetSocketAddress address,
      List<@Nullable PendingEndpoint> places,
      boolean keeps,
      boolean untilClose)
      implements WireDriver {

    @Override
    public Endpoint endpoint() {
      return Endpoint.of(address, null);
    }

    @Override
    public Session newSession() {
      return stream -> new WalkCodec(this);
    }

    @Override
    public ByteBuffer sampleAnswer(int operation) {
      throw new AssertionError("no warm-up here");
    }

    @Override
    public boolean isRepeatable(int operation) {
      return true;
    }

    @Override
    public String describe() {
      return "a walk";
    }

    @Override
    public void close() {}
  }

  private static final class WalkCodec implements WireDriver.Codec {
    private final Walk walk;
    private long first;
    private int step;
    private boolean next;
    private boolean answered;

    WalkCodec(Walk walk) {
      this.walk = walk;
    }

    @Override
    public void encode(int operation, long n, ByteBuffer out) {
      first = n;
      step = 0;
      encodeNext(out);
    }

    @Override
    public void encodeNext(ByteBuffer out) {
      next = false;
      answered = false;
      out.putLong(first + step);
    }

    @Override
    public @Nullable Outcome decode(ByteBuffer in) {
      if (in.remaining() < 8) {
        return null;
      }
      if (in.getLong() != first + step) {
        return Outcome.failed("wrong answer to step " + step);
      }
      answered = true;
      return walk.untilClose ? null : end();
    }

    private @Nullable Outcome end() {
      step++;
      next = step < walk.places.size();
      return next ? null : Outcome.OK;
    }

    @Override
    public @Nullable Outcome decodeEnd() {
      return answered ? end() : null;
    }

    @Override
    public boolean hasNext() {
      return next;
    }

    @Override
    public @Nullable PendingEndpoint nextEndpoint() {
      return walk.places.get(first < LEAVES_OUT_A_PLACE ? step : step + 1);
    }

    @Override
    public boolean isReusable() {
      return walk.keeps;
    }

    @Override
    public void reset() {}
  }

  private final List<String> seen = new CopyOnWriteArrayList<>();

  /// Answers this many numbers on each connection, and records them with the connection's number.
  private TestServer answering(String name, int answers, Semaphore closed) {
    return new TestServer(peer -> {
      for (int i = 0; i < answers; i++) {
        long n = peer.request(8);
        seen.add(name + peer.number + ":" + n);
        peer.send(ByteBuffer.allocate(8).putLong(n).array(), 0, 8);
      }
      closed.release();
    });
  }

  private static PendingEndpoint endpoint(TestServer server) {
    return PendingEndpoint.of(Endpoint.of(server.address(), null));
  }

  private Caller caller(TestServer home, @Nullable PendingEndpoint... places) throws Exception {
    return caller(new Walk(home.address(), Arrays.asList(places), true, false), 1);
  }

  @Test
  void stepsToAnotherEndpointShareAConnectionOfTheSlot() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer home = answering("home", 100, closed);
        TestServer other = answering("other", 100, closed);
        Caller caller = caller(home, null, endpoint(other), null)) {
      assertThat(caller.call(0, 10)).isEqualTo(Outcome.OK);
      assertThat(caller.call(0, 20)).isEqualTo(Outcome.OK);
      assertThat(seen)
          .containsExactly(
              "home0:10", "other0:11", "home0:12", "home0:20", "other0:21", "home0:22");
      assertThat(caller.completions).isEqualTo(2);
    }
  }

  @Test
  void eachSlotHasConnectionsOfItsOwnElsewhere() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer home = answering("home", 100, closed);
        TestServer other = answering("other", 100, closed);
        Caller caller =
            caller(
                new Walk(home.address(), Arrays.asList(null, endpoint(other)), true, false), 3)) {
      for (int round = 0; round < 3; round++) {
        for (int slot = 0; slot < 3; slot++) {
          caller.send(slot, 10L * slot);
        }
        for (int slot = 0; slot < 3; slot++) {
          assertThat(caller.await(slot)).isEqualTo(Outcome.OK);
        }
      }
      assertThat(other.connections).hasValue(3);
      assertThat(other.requests).hasValue(9);
    }
  }

  @Test
  void connectionThatIsNotKeptIsOpenedAnewForTheNextStep() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer home = answering("home", 1, closed);
        TestServer other = answering("other", 1, closed);
        Caller caller =
            caller(
                new Walk(home.address(), Arrays.asList(null, null, endpoint(other)), false, false),
                1)) {
      assertThat(caller.call(0, 10)).isEqualTo(Outcome.OK);
      assertThat(caller.call(0, 20)).isEqualTo(Outcome.OK);
      assertThat(seen)
          .containsExactly(
              "home0:10", "home1:11", "other0:12", "home2:20", "home3:21", "other1:22");
    }
  }

  @Test
  void answerThatEndsWithItsConnectionCanHaveAStepBehindIt() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer home = answering("home", 1, closed);
        Caller caller =
            caller(new Walk(home.address(), Arrays.asList(null, null), false, true), 1)) {
      assertThat(caller.call(0, 10)).isEqualTo(Outcome.OK);
      assertThat(seen).containsExactly("home0:10", "home1:11");
    }
  }

  @Test
  void staleConnectionElsewhereIsOpenedAnewAndItsStepSentAgain() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer home = answering("home", 100, closed);
        TestServer other = answering("other", 1, closed);
        Caller caller = caller(home, null, endpoint(other))) {
      assertThat(caller.call(0, 10)).isEqualTo(Outcome.OK);
      closed.acquire();
      // the end of the stream is on its way, and not seen before the next step is sent
      Thread.sleep(20);
      assertThat(caller.call(0, 20)).isEqualTo(Outcome.OK);
      assertThat(seen).containsExactly("home0:10", "other0:11", "home0:20", "other1:21");
    }
  }

  @Test
  void endpointThatRefusesFailsTheOperationAndLeavesTheTargetUsable() throws Exception {
    Semaphore closed = new Semaphore(0);
    InetSocketAddress unused;
    try (TestServer gone = answering("gone", 1, closed)) {
      unused = gone.address();
    }
    try (TestServer home = answering("home", 100, closed);
        Caller caller = caller(home, null, PendingEndpoint.of(Endpoint.of(unused, null)))) {
      assertThat(caller.call(0, 10).label())
          .startsWith("connection refused: redirect to 127.0.0.1:");
      assertThat(caller.call(0, 20).label())
          .startsWith("connection refused: redirect to 127.0.0.1:");
      assertThat(home.connections).hasValue(1);
    }
  }

  @Test
  void cancelledStepElsewhereClosesThatConnectionOnly() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer home = answering("home", 100, closed);
        TestServer silent = new TestServer(peer -> peer.request(16));
        Caller caller = caller(home, null, endpoint(silent))) {
      for (int i = 0; i < 3; i++) {
        caller.send(0, 10);
        while (silent.connections.get() == i) {
          caller.idle(5 * MS);
        }
        assertThat(caller.ended).isEmpty();
        caller.transport.cancel(0);
      }
      assertThat(home.connections).hasValue(1);
      assertThat(silent.connections).hasValue(3);
    }
  }

  @Test
  void endpointThatIsNotFoundYetKeepsNoOtherSlotWaiting() throws Exception {
    Semaphore closed = new Semaphore(0);
    Semaphore resolved = new Semaphore(0);
    try (TestServer home = answering("home", 100, closed);
        TestServer other = answering("other", 100, closed)) {
      PendingEndpoint slow =
          PendingEndpoint.find(
              () -> {
                resolved.acquireUninterruptibly();
                return Endpoint.of(other.address(), null);
              },
              Outcome.failed("unknown"));
      try (Caller caller =
              caller(new Walk(home.address(), Arrays.asList(null, slow), true, false), 2);
          Caller direct = caller(home, (PendingEndpoint) null)) {
        caller.send(0, 10);
        caller.idle(100 * MS);
        assertThat(direct.call(0, 30)).isEqualTo(Outcome.OK);
        caller.send(1, 20);
        caller.idle(100 * MS);
        assertThat(caller.ended).isEmpty();
        caller.transport.cancel(1);
        resolved.release();
        assertThat(caller.await(0)).isEqualTo(Outcome.OK);
        assertThat(caller.call(1, 40)).isEqualTo(Outcome.OK);
        assertThat(seen)
            .containsExactly(
                "home0:10", "home2:30", "home1:20", "other0:11", "home1:40", "other1:41");
      }
    }
  }

  @Test
  void endpointThatIsNotFoundFailsTheOperation() throws Exception {
    Semaphore closed = new Semaphore(0);
    Outcome unknown = Outcome.failed("unknown host");
    PendingEndpoint missing =
        PendingEndpoint.find(
            () -> {
              throw new DriverException("there is no such host");
            },
            unknown);
    try (TestServer home = answering("home", 100, closed);
        Caller caller = caller(home, null, missing)) {
      assertThat(caller.call(0, 10)).isEqualTo(unknown);
      assertThat(caller.call(0, 20)).isEqualTo(unknown);
      assertThat(home.connections).hasValue(1);
    }
  }

  /// The local ports of sockets that wait for an answer to their connect.
  private static Set<String> connectingTo(InetSocketAddress address) throws IOException {
    String port = ":" + HexFormat.of().withUpperCase().toHexDigits((short) address.getPort());
    Set<String> ports = new HashSet<>();
    for (String line : Files.readAllLines(Path.of("/proc/self/net/tcp"))) {
      String[] words = line.strip().split("\\s+", -1);
      if (words[2].endsWith(port) && words[3].equals("02")) {
        ports.add(words[1]);
      }
    }
    return ports;
  }

  @Test
  void connectToTheOnlyAddressGoesOnWhileAnotherConnectionTriesSeveral() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer home = answering("home", 100, closed);
        AddressesTest.Silent first = new AddressesTest.Silent();
        AddressesTest.Silent second = new AddressesTest.Silent();
        AddressesTest.Silent only = new AddressesTest.Silent()) {
      PendingEndpoint several =
          PendingEndpoint.of(new Endpoint(List.of(first.address(), second.address()), null));
      PendingEndpoint one = PendingEndpoint.of(Endpoint.of(only.address(), null));
      try (Caller caller =
          caller(new Walk(home.address(), Arrays.asList(null, several, one), true, false), 2)) {
        Set<String> before = connectingTo(only.address());
        caller.send(0, 10);
        caller.send(1, LEAVES_OUT_A_PLACE);
        while (home.requests.get() < 2 || connectingTo(only.address()).equals(before)) {
          caller.idle(MS);
        }
        Set<String> connecting = connectingTo(only.address());
        for (int i = 0; i < 20; i++) {
          caller.idle(MS);
        }
        assertThat(connectingTo(only.address())).isEqualTo(connecting);
      }
    }
  }
}
