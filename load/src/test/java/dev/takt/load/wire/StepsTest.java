package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The setup of connections, and operations of several requests.
@Timeout(60)
class StepsTest extends EachTransport {

  private static final long MS = 1_000_000;
  private static final long HELLO = -1;
  private static final Outcome UNWELCOME = Outcome.failed("unwelcome");

  /// Requests and answers of numbers. An exchange of the setup is [#HELLO], which is answered by
  /// itself or by something else. Operation `n` sends `n`, then `n + 1`, and so on, each of which
  /// is answered by itself.
  private record Numbers(InetSocketAddress address, int setups, int steps, int requestSize)
      implements WireDriver {

    @Override
    public Endpoint endpoint() {
      return Endpoint.of(address, null);
    }

    @Override
    public Session newSession() {
      return new NumbersSession(this);
    }

    @Override
    public ByteBuffer sampleAnswer(int operation) {
      throw new AssertionError("there is one for each step");
    }

    @Override
    public ByteBuffer sampleAnswer(int operation, int step) {
      return ByteBuffer.allocate(8).putLong(operation + step).flip();
    }

    @Override
    public boolean isRepeatable(int operation) {
      return true;
    }

    void put(long n, ByteBuffer out) {
      if (out.remaining() < requestSize) {
        throw new BufferOverflowException();
      }
      out.putLong(n);
      for (int i = Long.BYTES; i < requestSize; i++) {
        out.put((byte) 0);
      }
    }

    @Override
    public String describe() {
      return "numbers";
    }

    @Override
    public void close() {}
  }

  /// Is set up by so many exchanges of [#HELLO] as the driver says.
  private static final class NumbersSession implements WireDriver.Session {
    private final Numbers driver;
    private int exchanges;

    NumbersSession(Numbers driver) {
      this.driver = driver;
    }

    @Override
    public WireDriver.Codec newCodec(int stream) {
      return new NumbersCodec(driver);
    }

    @Override
    public void reset() {
      exchanges = 0;
    }

    @Override
    public boolean needsSetup() {
      return exchanges < driver.setups;
    }

    @Override
    public void encodeSetup(ByteBuffer out) {
      driver.put(HELLO, out);
    }

    @Override
    public @Nullable Outcome decodeSetup(ByteBuffer in) {
      if (in.remaining() < Long.BYTES) {
        return null;
      }
      exchanges++;
      return in.getLong() == HELLO ? Outcome.OK : UNWELCOME;
    }
  }

  private static final class NumbersCodec implements WireDriver.Codec {
    private final Numbers driver;
    private long first;
    private int step;
    private boolean next;

    NumbersCodec(Numbers driver) {
      this.driver = driver;
    }

    @Override
    public void encode(int operation, long n, ByteBuffer out) {
      first = n;
      step = 0;
      next = false;
      driver.put(n, out);
    }

    @Override
    public @Nullable Outcome decode(ByteBuffer in) {
      if (in.remaining() < 8) {
        return null;
      }
      boolean right = in.getLong() == first + step;
      step++;
      next = right && step < driver.steps;
      return next ? null : right ? Outcome.OK : Outcome.failed("wrong answer to step " + step);
    }

    @Override
    public boolean hasNext() {
      return next;
    }

    @Override
    public void encodeNext(ByteBuffer out) {
      driver.put(first + step, out);
      next = false;
    }

    @Override
    public void reset() {
      step = 0;
      next = false;
    }
  }

  private final List<String> seen = new CopyOnWriteArrayList<>();

  /// Answers each number by itself, and records it with the number of the connection.
  private TestServer.Behaviour answering(int requestSize, int answers, @Nullable Semaphore closed) {
    return peer -> {
      for (int i = 0; i < answers; i++) {
        long n = peer.request(requestSize);
        seen.add(peer.number + ":" + n);
        peer.send(ByteBuffer.allocate(8).putLong(n).array(), 0, 8);
      }
      if (closed != null) {
        closed.release();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 4096, 5000, 3_000_000})
  void anOperationOfSeveralStepsIsOneOperation(int requestSize) throws Exception {
    try (TestServer server = new TestServer(answering(requestSize, 100, null));
        Caller caller = caller(new Numbers(server.address(), 0, 3, requestSize), 1)) {
      assertThat(caller.call(0, 10)).isEqualTo(Outcome.OK);
      assertThat(caller.call(0, 20)).isEqualTo(Outcome.OK);
      assertThat(seen).containsExactly("0:10", "0:11", "0:12", "0:20", "0:21", "0:22");
      assertThat(caller.completions).isEqualTo(2);
    }
  }

  @Test
  void eachConnectionIsSetUpFirst() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server = new TestServer(answering(5000, 3, closed));
        Caller caller = caller(new Numbers(server.address(), 1, 2, 5000), 1)) {
      assertThat(seen).as("before any operation").containsExactly("0:-1");
      assertThat(caller.call(0, 10)).isEqualTo(Outcome.OK);
      closed.acquire();
      caller.idle(30 * MS);
      assertThat(caller.call(0, 20)).isEqualTo(Outcome.OK);
      assertThat(seen).containsExactly("0:-1", "0:10", "0:11", "1:-1", "1:20", "1:21");
    }
  }

  @Test
  void aSetupOfSeveralExchanges() throws Exception {
    try (TestServer server = new TestServer(answering(8, 100, null));
        Caller caller = caller(new Numbers(server.address(), 3, 1, 8), 1)) {
      assertThat(seen).as("before any operation").containsExactly("0:-1", "0:-1", "0:-1");
      assertThat(caller.call(0, 10)).isEqualTo(Outcome.OK);
      assertThat(seen).hasSize(4);
    }
  }

  @Test
  void aStaleConnectionIsSetUpAnewBeforeTheOperationIsRepeated() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server = new TestServer(answering(8, 3, closed));
        Caller caller = caller(new Numbers(server.address(), 1, 2, 8), 1)) {
      assertThat(caller.call(0, 10)).isEqualTo(Outcome.OK);
      closed.acquire();
      Thread.sleep(20);
      assertThat(caller.call(0, 20)).isEqualTo(Outcome.OK);
      assertThat(seen).containsExactly("0:-1", "0:10", "0:11", "1:-1", "1:20", "1:21");
    }
  }

  @Test
  void anOperationThatBreaksOffBetweenStepsIsNotRepeated() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server = new TestServer(answering(8, 3, closed));
        Caller caller = caller(new Numbers(server.address(), 0, 2, 8), 1)) {
      assertThat(caller.call(0, 10)).isEqualTo(Outcome.OK);
      assertThat(caller.call(0, 20).isOk()).isFalse();
      assertThat(caller.call(0, 30)).isEqualTo(Outcome.OK);
      assertThat(seen).containsExactly("0:10", "0:11", "0:20", "1:30", "1:31");
    }
  }

  @Test
  void bytesAfterAStepAreAFailure() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              long n = peer.request(8);
              peer.send(ByteBuffer.allocate(16).putLong(n).array(), 0, 16);
              peer.request(8);
            });
        Caller caller = caller(new Numbers(server.address(), 0, 2, 8), 1)) {
      assertThat(caller.call(0, 10)).isEqualTo(SocketErrors.UNEXPECTED_BYTES);
    }
  }

  @Test
  void rejectedSetupFailsConnect() {
    try (TestServer server =
        new TestServer(peer -> {
          peer.request(8);
          peer.send(new byte[8], 0, 8);
          peer.request(8);
        })) {
      assertThatThrownBy(() -> connect(new Numbers(server.address(), 1, 1, 8), 2))
          .isInstanceOf(DriverException.class)
          .hasMessage("cannot connect to numbers: unwelcome");
    }
  }

  @Test
  void aConnectionThatIsRefusedInTheRunIsAFailure() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server =
            new TestServer(peer -> {
              peer.request(8);
              long answer = peer.number == 1 ? 0 : HELLO;
              peer.send(ByteBuffer.allocate(8).putLong(answer).array(), 0, 8);
              long n = peer.request(8);
              peer.send(ByteBuffer.allocate(8).putLong(n).array(), 0, 8);
              closed.release();
            });
        Caller caller = caller(new Numbers(server.address(), 1, 1, 8), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      closed.acquire();
      caller.idle(30 * MS);
      assertThat(caller.call(0, 2)).isEqualTo(UNWELCOME);
      assertThat(caller.call(0, 3)).isEqualTo(Outcome.OK);
      assertThat(server.connections).hasValue(3);
    }
  }

  @Test
  void aSetupThatIsNotAnswered() throws Exception {
    try (TestServer server = new TestServer(peer -> peer.request(8))) {
      assertThatThrownBy(() -> connect(new Numbers(server.address(), 1, 1, 8), 1))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("closed before the answer");
    }
  }

  @Test
  void aTransportToItselfAnswersEachStepAndIsNotSetUp() {
    InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Caller caller = callerOfItself(new Numbers(nowhere, 1, 3, 8), 2)) {
      for (int i = 0; i < 100; i++) {
        assertThat(caller.call(i % 2, 0)).isEqualTo(Outcome.OK);
      }
    }
  }
}
