package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Operations whose steps go to other endpoints, or over fresh connections.
@Timeout(60)
class ElsewhereTest {

  private static final long MS = 1_000_000;

  /// Step `i` of operation `n` sends the number `n + i` and is answered by it.
  ///
  /// @param places where each step goes; null: to the target
  /// @param keeps whether a connection is used again after a step
  private record Walk(
      InetSocketAddress address, List<@Nullable Endpoint> places, boolean keeps, boolean untilClose)
      implements WireDriver {

    @Override
    public Endpoint endpoint() {
      return Endpoint.of(address, null);
    }

    @Override
    public Codec newCodec() {
      return new WalkCodec(this);
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
    public @Nullable Endpoint nextEndpoint() {
      return walk.places.get(step);
    }

    @Override
    public boolean isReusable() {
      return walk.keeps;
    }

    @Override
    public void reset() {}
  }

  private final List<String> seen = new CopyOnWriteArrayList<>();

  /// Answers so many numbers on each connection, and notes them with the connection's.
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

  private static Endpoint endpoint(TestServer server) {
    return Endpoint.of(server.address(), null);
  }

  private static Caller caller(TestServer home, @Nullable Endpoint... places) throws Exception {
    return Caller.to(new Walk(home.address(), Arrays.asList(places), true, false), 1);
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
            Caller.to(
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
            Caller.to(
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
            Caller.to(new Walk(home.address(), Arrays.asList(null, null), false, true), 1)) {
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
      Thread.sleep(20); // the end is on its way, and not seen before the next step is sent
      assertThat(caller.call(0, 20)).isEqualTo(Outcome.OK);
      assertThat(seen).containsExactly("home0:10", "other0:11", "home0:20", "other1:21");
    }
  }

  @Test
  void endpointThatRefusesFailsTheOperationAndLeavesTheTargetUsable() throws Exception {
    Semaphore closed = new Semaphore(0);
    InetSocketAddress nobody;
    try (TestServer gone = answering("gone", 1, closed)) {
      nobody = gone.address();
    }
    try (TestServer home = answering("home", 100, closed);
        Caller caller = caller(home, null, Endpoint.of(nobody, null))) {
      assertThat(caller.call(0, 10).label()).isEqualTo("connection refused");
      assertThat(caller.call(0, 20).label()).isEqualTo("connection refused");
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
}
