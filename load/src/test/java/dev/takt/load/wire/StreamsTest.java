package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Connections whose frames name the operation that they belong to.
///
/// A frame is a type, a stream and a number: 1 + 4 + 8 bytes.
@Timeout(60)
class StreamsTest extends EachTransport {

  private static final int FRAME = 1 + Integer.BYTES + Long.BYTES;
  private static final long MS = 1_000_000;

  static final byte DATA = 'D';

  /// An answer to be continued by another frame.
  private static final byte PART = 'P';

  /// A frame of the connection, to be acknowledged with the same number.
  private static final byte PING = '!';

  private static final byte ACK = 'A';
  private static final Outcome UNKNOWN_TYPE = Outcome.failed("unknown type of frame");

  /// What the server receives and sends.
  record Frame(byte type, int stream, long n) {

    static Frame read(TestServer.Peer peer) throws IOException {
      DataInputStream in = new DataInputStream(peer.in());
      return new Frame(in.readByte(), in.readInt(), in.readLong());
    }

    static void send(TestServer.Peer peer, List<Frame> frames) throws IOException {
      byte[] bytes = bytes(frames);
      peer.send(bytes, 0, bytes.length);
    }

    static byte[] bytes(List<Frame> frames) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      frames.forEach(each -> all.writeBytes(each.buffer().array()));
      return all.toByteArray();
    }

    ByteBuffer buffer() {
      return ByteBuffer.allocate(FRAME).put(type).putInt(stream).putLong(n).flip();
    }
  }

  /// An operation of `steps` requests: its number, then the next one, and so on. Each is answered
  /// by the same number.
  record Streams(List<Endpoint> endpoints, int pipelining, int steps) implements WireDriver {

    static Streams to(TestServer server, int pipelining) {
      return new Streams(List.of(Endpoint.of(server.address(), null)), pipelining, 1);
    }

    @Override
    public Endpoint endpoint() {
      return endpoints.getFirst();
    }

    @Override
    public int preferredEndpoint(int operation, long n) {
      return (int) (n % endpoints.size());
    }

    @Override
    public Session newSession() {
      return new FrameSession(steps);
    }

    @Override
    public ByteBuffer sampleAnswer(int operation) {
      throw new AssertionError("there is one for each stream");
    }

    @Override
    public ByteBuffer sampleAnswer(int operation, int step, int stream) {
      return new Frame(DATA, stream, 0).buffer();
    }

    @Override
    public boolean isRepeatable(int operation) {
      return true;
    }

    @Override
    public String describe() {
      return "streams";
    }

    @Override
    public void close() {}
  }

  private static final class FrameSession implements WireDriver.Session {
    private final int steps;
    private final ByteBuffer frame = ByteBuffer.allocate(FRAME);
    private long pinged = -1;

    FrameSession(int steps) {
      this.steps = steps;
    }

    @Override
    public WireDriver.Codec newCodec(int stream) {
      return new FrameCodec(stream, steps);
    }

    @Override
    public boolean hasStreams() {
      return true;
    }

    @Override
    public int nextStream(ByteBuffer in) {
      if (in.remaining() < FRAME) {
        return INCOMPLETE;
      }
      in.get(frame.array());
      frame.clear();
      return switch (frame.get(0)) {
        case DATA, PART -> frame.getInt(1);
        case PING -> {
          pinged = frame.getLong(1 + Integer.BYTES);
          yield OWN;
        }
        default -> BROKEN;
      };
    }

    @Override
    public ByteBuffer frame() {
      return frame;
    }

    @Override
    public Outcome failure() {
      return UNKNOWN_TYPE;
    }

    @Override
    public boolean hasOutput() {
      return pinged >= 0;
    }

    @Override
    public void encodeOutput(ByteBuffer out) {
      out.put(new Frame(ACK, -1, pinged).buffer());
      pinged = -1;
    }
  }

  private static final class FrameCodec implements WireDriver.Codec {
    private final int stream;
    private final int steps;
    private long n;
    private int step;
    private boolean next;

    FrameCodec(int stream, int steps) {
      this.stream = stream;
      this.steps = steps;
    }

    @Override
    public void encode(int operation, long number, ByteBuffer out) {
      out.put(new Frame(DATA, stream, number).buffer());
      n = number;
      step = 0;
      next = false;
    }

    @Override
    public @Nullable Outcome decode(ByteBuffer in) {
      byte type = in.get();
      if (in.getInt() != stream || in.getLong() != n + step) {
        return FixedLengthDriver.WRONG;
      }
      if (type == PART) {
        return null;
      }
      step++;
      next = step < steps;
      return next ? null : Outcome.OK;
    }

    @Override
    public boolean hasNext() {
      return next;
    }

    @Override
    public void encodeNext(ByteBuffer out) {
      out.put(new Frame(DATA, stream, n + step).buffer());
      next = false;
    }

    @Override
    public void reset() {
      next = false;
    }
  }

  private final List<Frame> seen = new CopyOnWriteArrayList<>();

  private static TestServer echoing() {
    return new TestServer(peer -> {
      while (true) {
        Frame.send(peer, List.of(Frame.read(peer)));
      }
    });
  }

  private Caller caller(TestServer server, int pipelining) throws DriverException {
    return caller(Streams.to(server, pipelining), 1);
  }

  private static void sendAll(Caller caller, int count, long firstNumber) {
    for (int slot = 0; slot < count; slot++) {
      caller.send(slot, firstNumber + slot);
    }
  }

  private static List<Outcome> awaitAll(Caller caller, int count) {
    return IntStream.range(0, count).mapToObj(caller::await).toList();
  }

  /// Reads this many frames, and answers them in reverse order in pieces of `piece` bytes.
  private static TestServer reversing(int count, int piece) {
    return new TestServer(peer -> {
      while (true) {
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          frames.add(Frame.read(peer));
        }
        Collections.reverse(frames);
        byte[] bytes = Frame.bytes(frames);
        for (int from = 0; from < bytes.length; from += piece) {
          peer.send(bytes, from, Math.min(piece, bytes.length - from));
          Thread.sleep(0, 200_000);
        }
      }
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 12, 13, 14, 25, 1000})
  void answersInReverseOrderCutAnywhere(int piece) throws Exception {
    try (TestServer server = reversing(5, piece);
        Caller caller = caller(server, 5)) {
      for (int round = 0; round < 4; round++) {
        sendAll(caller, 5, 100L * round);
        assertThat(awaitAll(caller, 5)).containsOnly(Outcome.OK);
      }
      assertThat(caller.completions).isEqualTo(20);
      assertThat(server.connections).hasValue(1);
    }
  }

  @Test
  void anAnswerDoesNotWaitForThoseOfEarlierOperations() throws Exception {
    Semaphore go = new Semaphore(0);
    try (TestServer server =
            new TestServer(peer -> {
              Frame first = Frame.read(peer);
              Frame second = Frame.read(peer);
              Frame.send(peer, List.of(second));
              go.acquire();
              Frame.send(peer, List.of(first));
              Frame.read(peer);
            });
        Caller caller = caller(server, 2)) {
      sendAll(caller, 2, 7);
      assertThat(caller.await(1)).isEqualTo(Outcome.OK);
      assertThat(caller.ended).doesNotContainKey(0);
      go.release();
      assertThat(caller.await(0)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void anAnswerOfSeveralFramesBetweenThoseOfOthers() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              Frame a = Frame.read(peer);
              Frame b = Frame.read(peer);
              Frame partOfA = new Frame(PART, a.stream, a.n);
              Frame partOfB = new Frame(PART, b.stream, b.n);
              Frame.send(peer, List.of(partOfA, partOfB, partOfA, b, partOfA, a));
              Frame.read(peer);
            });
        Caller caller = caller(server, 2)) {
      sendAll(caller, 2, 7);
      assertThat(awaitAll(caller, 2)).containsOnly(Outcome.OK);
    }
  }

  @Test
  void stepsOfAnOperationStayOnItsStream() throws Exception {
    try (TestServer server =
        new TestServer(peer -> {
          while (true) {
            Frame frame = Frame.read(peer);
            seen.add(frame);
            Frame.send(peer, List.of(frame));
          }
        })) {
      Streams driver = new Streams(List.of(Endpoint.of(server.address(), null)), 2, 3);
      try (Caller caller = caller(driver, 1)) {
        sendAll(caller, 2, 10);
        assertThat(awaitAll(caller, 2)).containsOnly(Outcome.OK);
        assertThat(caller.completions).isEqualTo(2);
        int streamOf10 = seen.getFirst().stream;
        int streamOf11 = 1 - streamOf10;
        assertThat(seen)
            .containsExactlyInAnyOrder(
                new Frame(DATA, streamOf10, 10),
                new Frame(DATA, streamOf10, 11),
                new Frame(DATA, streamOf10, 12),
                new Frame(DATA, streamOf11, 11),
                new Frame(DATA, streamOf11, 12),
                new Frame(DATA, streamOf11, 13));
      }
    }
  }

  /// Before, between and after the operations.
  @Test
  void framesOfTheConnectionAreAnswered() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              Frame.send(peer, List.of(new Frame(PING, -1, 5)));
              seen.add(Frame.read(peer));
              Frame request = Frame.read(peer);
              Frame.send(peer, List.of(new Frame(PING, -1, 6)));
              seen.add(Frame.read(peer));
              Frame.send(peer, List.of(request));
              Frame.send(peer, List.of(new Frame(PING, -1, 7)));
              seen.add(Frame.read(peer));
              Frame.send(peer, List.of(Frame.read(peer)));
              Frame.read(peer);
            });
        Caller caller = caller(server, 2)) {
      caller.idle(20 * MS);
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      caller.idle(20 * MS);
      assertThat(caller.call(1, 2)).isEqualTo(Outcome.OK);
      assertThat(seen)
          .containsExactly(new Frame(ACK, -1, 5), new Frame(ACK, -1, 6), new Frame(ACK, -1, 7));
      assertThat(server.connections).hasValue(1);
    }
  }

  /// The late answer is discarded, and its stream is not used by another operation before.
  @Test
  void aTimedOutOperationKeepsItsStreamUntilItsAnswer() throws Exception {
    Semaphore go = new Semaphore(0);
    try (TestServer server =
            new TestServer(peer -> {
              Frame late = Frame.read(peer);
              for (int i = 0; i < 6; i++) {
                Frame frame = Frame.read(peer);
                seen.add(frame);
                Frame.send(peer, List.of(frame));
              }
              Frame.send(peer, List.of(late));
              go.release();
              Frame frame = Frame.read(peer);
              seen.add(frame);
              Frame.send(peer, List.of(frame));
              seen.add(late);
              Frame.read(peer);
            });
        Caller caller = caller(server, 2)) {
      caller.send(0, 1);
      caller.transport.cancel(0);
      for (int i = 0; i < 6; i++) {
        assertThat(caller.call(i % 2, 10 + i)).isEqualTo(Outcome.OK);
      }
      go.acquire();
      caller.idle(20 * MS);
      assertThat(caller.completions).as("the late answer belongs to no operation").isEqualTo(6);
      assertThat(caller.call(0, 20)).isEqualTo(Outcome.OK);
      caller.idle(20 * MS);
      int late = seen.getLast().stream;
      assertThat(seen.subList(0, 6)).noneMatch(frame -> frame.stream == late);
      assertThat(server.connections).as("the connection is kept").hasValue(1);
    }
  }

  /// After as many timeouts as operations may be in flight.
  @Test
  void aConnectionThatAnswersNothingIsOpenedAgain() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              while (true) {
                Frame frame = Frame.read(peer);
                if (peer.number > 0) {
                  Frame.send(peer, List.of(frame));
                }
              }
            });
        Caller caller = caller(server, 2)) {
      for (int i = 0; i < 2; i++) {
        caller.send(0, i);
        caller.transport.cancel(0);
      }
      assertThat(caller.call(0, 5)).isEqualTo(Outcome.OK);
      assertThat(server.connections).hasValue(2);
    }
  }

  @Test
  void anAnswerToNoOperationFailsThoseInFlight() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              Frame.send(peer, List.of(new Frame(DATA, peer.number == 0 ? 77 : 1, 3)));
              Frame.read(peer);
              Frame.read(peer);
            });
        Caller caller = caller(server, 2)) {
      caller.send(0, 1);
      assertThat(caller.await(0)).isEqualTo(SocketErrors.UNEXPECTED_STREAM);
      caller.send(0, 1);
      assertThat(caller.await(0).isOk()).as("on a stream that is not in use").isFalse();
      assertThat(server.connections).hasValue(2);
    }
  }

  @Test
  void aFrameThatTheSessionDoesNotUnderstandFailsAllInFlight() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              Frame first = Frame.read(peer);
              Frame.read(peer);
              Frame.read(peer);
              if (peer.number == 0) {
                Frame.send(peer, List.of(first, new Frame((byte) '?', 0, 0)));
              } else {
                Frame.send(peer, List.of(first));
              }
              Frame.read(peer);
            });
        Caller caller = caller(server, 3)) {
      sendAll(caller, 3, 1);
      assertThat(awaitAll(caller, 3)).containsExactly(Outcome.OK, UNKNOWN_TYPE, UNKNOWN_TYPE);
      sendAll(caller, 3, 1);
      assertThat(caller.await(0)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void operationsInFlightOnALostConnectionFailOnce() throws Exception {
    try (TestServer server =
            new TestServer(peer -> {
              Frame.read(peer);
              Frame second = Frame.read(peer);
              Frame.read(peer);
              Frame.send(peer, List.of(second));
            });
        Caller caller = caller(server, 3)) {
      sendAll(caller, 3, 1);
      assertThat(awaitAll(caller, 3))
          .containsExactly(
              SocketErrors.CLOSED_BEFORE_ANSWER, Outcome.OK, SocketErrors.CLOSED_BEFORE_ANSWER);
      caller.idle(20 * MS);
      assertThat(caller.completions).isEqualTo(3);
    }
  }

  @Test
  void aTransportToItselfAnswersOnEachStream() {
    InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Streams driver = new Streams(List.of(Endpoint.of(nowhere, null)), 4, 1);
    try (Caller caller = callerOfItself(driver, 8)) {
      for (int round = 0; round < 20; round++) {
        for (int slot = 0; slot < 8; slot++) {
          caller.send(slot, 0);
        }
        assertThat(awaitAll(caller, 8)).containsOnly(Outcome.OK);
      }
    }
  }

  /// With six connections and three servers, a transport has two connections to each.
  @Test
  void slotsAreOnTheServersInTurn() throws Exception {
    try (TestServer a = echoing();
        TestServer b = echoing();
        TestServer c = echoing()) {
      List<Endpoint> endpoints = new ArrayList<>();
      for (TestServer server : List.of(a, b, c)) {
        endpoints.add(Endpoint.of(server.address(), null));
      }
      Streams driver = new Streams(endpoints, 2, 1);
      try (WireTransport transport = WireTransport.connect(driver, 4, 6, kind)) {
        assertThat(transport.groups()).isEqualTo(3);
        assertThat(IntStream.range(0, 12).map(transport::groupOf))
            .as("the fifth connection of all is the first of this transport")
            .containsExactly(1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0);
        assertThat(transport.preferredGroup(0, 5)).isEqualTo(2);
        await()
            .untilAsserted(() ->
                assertThat(List.of(a.connections.get(), b.connections.get(), c.connections.get()))
                    .containsOnly(2));
      }
      try (Caller caller = caller(driver, 3)) {
        for (int slot = 0; slot < 6; slot++) {
          assertThat(caller.call(slot, slot)).isEqualTo(Outcome.OK);
        }
      }
    }
  }
}
