package dev.takt.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.http2.hpack.FieldBlock;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Servers that break the protocol, or attack. Each costs bounded memory, and ends in a failure
/// that names what was wrong.
class HostileServerTest {

  private static final FieldBlock OK = Server.status(200);
  private static final byte[] NINE = new byte[9];

  /// A wrong answer to the first of two requests.
  record Wrong(String failure, Consumer<Server> server) {
    @Override
    public String toString() {
      return failure;
    }
  }

  private static Wrong[] connectionErrors() {
    return new Wrong[] {
      // frames of streams that no request has
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame of a stream that was never opened",
          server -> server.answer(5, "x")),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame of a stream that was never opened",
          server -> server.answer(2, "x")),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame of a stream that was never opened",
          server -> server.data(Integer.MAX_VALUE, false, "x")),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame of a stream that was never opened",
          server -> server.reset(7, 8)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame of a stream that was never opened",
          server -> server.windowUpdate(9, 8)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame that belongs to a stream has none",
          server -> server.data(0, false, "x")),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame that belongs to a stream has none",
          server -> server.headers(0, false, OK)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame that belongs to a stream has none",
          server -> server.reset(0, 8)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame that belongs to a stream has none",
          server -> server.frame(FrameType.PRIORITY, 0, 0, new byte[5])),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame that belongs to the connection has a stream",
          server -> server.frame(FrameType.SETTINGS, 0, 1)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame that belongs to the connection has a stream",
          server -> server.frame(FrameType.PING, 0, 1, new byte[8])),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a frame that belongs to the connection has a stream",
          server -> server.frame(FrameType.GOAWAY, 0, 1, new byte[8])),
      // lengths
      new Wrong(
          "HTTP/2 FRAME_SIZE_ERROR: a frame is larger than 16 KB",
          server -> server.frame(FrameType.DATA, 0, 1, new byte[16 * 1024 + 1])),
      new Wrong(
          "HTTP/2 FRAME_SIZE_ERROR: a frame is larger than 16 KB",
          server -> server.frame(0xEE, 0, 0, new byte[1 << 20])),
      wrongLength(FrameType.SETTINGS, 0, 0, 7),
      wrongLength(FrameType.SETTINGS, FrameType.ACK, 0, 6),
      wrongLength(FrameType.PING, 0, 0, 7),
      wrongLength(FrameType.PING, 0, 0, 9),
      wrongLength(FrameType.GOAWAY, 0, 0, 7),
      wrongLength(FrameType.RST_STREAM, 0, 1, 3),
      wrongLength(FrameType.RST_STREAM, 0, 1, 5),
      wrongLength(FrameType.WINDOW_UPDATE, 0, 1, 3),
      wrongLength(FrameType.PRIORITY, 0, 1, 4),
      wrongLength(FrameType.HEADERS, FrameType.HAS_PRIORITY, 1, 4),
      // padding
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: the padding is longer than its frame",
          server -> server.frame(FrameType.DATA, FrameType.PADDED, 1, new byte[] {2, 0})),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: the padding is longer than its frame",
          server -> server.frame(FrameType.HEADERS, FrameType.PADDED, 1, new byte[] {-1, 0})),
      new Wrong(
          "HTTP/2 FRAME_SIZE_ERROR: a padded frame is empty",
          server -> server.frame(FrameType.DATA, FrameType.PADDED, 1)),
      // settings out of range
      new Wrong(
          "HTTP/2 FLOW_CONTROL_ERROR: a window is larger than allowed",
          server -> server.settings(4, -1)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: MAX_FRAME_SIZE is out of range",
          server -> server.settings(5, 16 * 1024 - 1)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: MAX_FRAME_SIZE is out of range",
          server -> server.settings(5, 1 << 24)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: the server sets ENABLE_PUSH", server -> server.settings(2, 1)),
      // push, and header blocks that are interrupted
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: the server pushes although push is disabled",
          server -> server.ints(FrameType.PUSH_PROMISE, 1, 2)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a CONTINUATION without HEADERS",
          server -> server.frame(FrameType.CONTINUATION, 4, 1, (byte) 0x88)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a header block is interrupted",
          server -> server.frame(FrameType.HEADERS, 0, 1, (byte) 0x88).ping(1)),
      new Wrong(
          "HTTP/2 PROTOCOL_ERROR: a header block is interrupted",
          server ->
              server
                  .frame(FrameType.HEADERS, 0, 1, (byte) 0x88)
                  .frame(FrameType.CONTINUATION, 4, 3, (byte) 0x88)),
      // compression
      new Wrong(
          "HTTP/2 COMPRESSION_ERROR: a header block has an index that is in no table",
          server -> server.headers(1, true, (byte) 0xFF, (byte) 0x80, (byte) 1)),
      new Wrong(
          "HTTP/2 COMPRESSION_ERROR: a header block is cut off",
          server -> server.headers(1, true, (byte) 0x40, (byte) 0x05)),
      new Wrong(
          "HTTP/2 COMPRESSION_ERROR: a header block makes the table larger than allowed",
          server -> server.headers(1, true, (byte) 0x3F, (byte) 0xE2, (byte) 0x1F)),
    };
  }

  private static Wrong wrongLength(int type, int flags, int stream, int length) {
    return new Wrong(
        "HTTP/2 FRAME_SIZE_ERROR: a frame has the wrong length for its type",
        server -> server.frame(type, flags, stream, Arrays.copyOf(NINE, length)));
  }

  private static Client twoRequests() {
    Client client = Client.open(2, Client.GET);
    client.send(0, 0);
    client.send(1, 1);
    client.sent();
    return client;
  }

  /// Found at the same frame, wherever the bytes are cut.
  @ParameterizedTest
  @MethodSource
  void connectionErrors(Wrong wrong) {
    Server server = new Server().answer(3, "right");
    wrong.server().accept(server);
    byte[] bytes = server.bytes();
    int step = bytes.length > 1_000 ? 997 : 1;
    for (int cut = 1; cut < bytes.length; cut += step) {
      Client client = twoRequests();
      client.receive(Arrays.copyOf(bytes, cut));
      if (client.failure == null) {
        client.receive(Arrays.copyOfRange(bytes, cut, bytes.length));
      }
      assertThat(client.failureLabel()).isEqualTo(wrong.failure());
      assertThat(client.outcomes).isEqualTo(Map.of(1, Outcome.ok(200)));
    }
  }

  private static Wrong[] malformedAnswers() {
    return new Wrong[] {
      malformed(server -> server.headers(1, true, FieldBlock.EMPTY.with("a", "b"))),
      malformed(server -> server.headers(1, true, FieldBlock.EMPTY)),
      malformed(server -> server.headers(1, true, FieldBlock.EMPTY.with(":status", "20"))),
      malformed(server -> server.headers(1, true, FieldBlock.EMPTY.with(":status", "2000"))),
      malformed(server -> server.headers(1, true, FieldBlock.EMPTY.with(":status", "2x0"))),
      malformed(server -> server.headers(1, true, FieldBlock.EMPTY.with(":status", "099"))),
      malformed(server -> server.headers(1, true, OK.with(":status", "200"))),
      malformed(server -> server.headers(1, true, OK.with(":path", "/"))),
      malformed(server ->
          server.headers(1, true, FieldBlock.EMPTY.with("a", "b").with(":status", "200"))),
      // an interim head cannot be the end
      malformed(server -> server.head(1, true, 103)),
      // names and values that could become other lines, were they written as text
      malformed(server -> server.headers(1, true, literal("a", "b\r\nset-cookie: c"))),
      malformed(server -> server.headers(1, true, literal("a", "b\nc"))),
      malformed(server -> server.headers(1, true, literal("a", "b\0c"))),
      malformed(server -> server.headers(1, true, literal("a: b\r\nc", "d"))),
      malformed(server -> server.headers(1, true, literal("Upper", "d"))),
      malformed(server -> server.headers(1, true, literal("a b", "d"))),
      malformed(server -> server.headers(1, true, literal("", "d"))),
      malformed(server -> server.headers(1, true, literal(":", "d"))),
      // data before the head; fields after it that are not the end, or have a status
      malformed(server -> server.data(1, false, "x")),
      malformed(server -> server.head(1, false, 103).data(1, true, "x")),
      malformed(server -> server.head(1, false, 200).headers(1, false, OK)),
      malformed(server -> server.head(1, false, 200).headers(1, true, OK)),
      malformed(
          server -> server.head(1, false, 200).headers(1, false, FieldBlock.EMPTY.with("a", "b"))),
    };
  }

  private static Wrong malformed(Consumer<Server> server) {
    return new Wrong("malformed answer", server);
  }

  private static byte[] literal(String name, String value) {
    ByteBuffer block = ByteBuffer.allocate(100).put((byte) 0x88).put((byte) 0x00);
    block.put((byte) name.length()).put(Client.ascii(name));
    block.put((byte) value.length()).put(Client.ascii(value));
    return Arrays.copyOf(block.array(), block.position());
  }

  /// Only the operation fails. The others on the connection go on.
  @ParameterizedTest
  @MethodSource
  void malformedAnswers(Wrong wrong) {
    Client client = twoRequests();
    Server server = new Server();
    wrong.server().accept(server);
    client.receive(server.answer(3, "right"));
    assertThat(client.label(0)).isEqualTo("malformed answer");
    assertThat(client.sent()).containsExactly("RST_STREAM 1 1");
    assertThat(client.label(1)).isEqualTo("ok");
    assertThat(client.failureLabel()).isEqualTo("none");
  }

  /// What a flood of frames ends with, and how much it makes the session keep.
  private static Client flood(Consumer<Server> frames, int rounds) {
    Client client = twoRequests();
    Server server = new Server();
    frames.accept(server);
    byte[] bytes = server.bytes();
    for (int i = 0; i < rounds && client.failure == null; i++) {
      client.receive(bytes);
      client.sent();
    }
    return client;
  }

  private static Wrong[] floods() {
    String useless = "HTTP/2 ENHANCE_YOUR_CALM: 10,000 frames in a row that no operation needs";
    return new Wrong[] {
      new Wrong(useless, server -> server.ping(1)),
      new Wrong(useless, server -> server.settings(4, 1)),
      new Wrong(useless, Server::settingsAck),
      new Wrong(useless, server -> server.frame(0xEE, 0, 0, NINE)),
      new Wrong(useless, server -> server.frame(FrameType.PRIORITY, 0, 1, new byte[5])),
      new Wrong(useless, server -> server.windowUpdate(0, 1)),
      new Wrong(useless, server -> server.goAway(5, 11, "x")),
      new Wrong(useless, server -> server.head(1, false, 103)),
      // the first reset ends the operation, the others are late
      new Wrong(useless, server -> server.reset(1, 8)),
      new Wrong(useless, server -> server.head(1, true, 200)),
    };
  }

  @ParameterizedTest
  @MethodSource
  void floods(Wrong wrong) {
    assertThat(flood(wrong.server(), 9_900).failureLabel()).isEqualTo("none");
    Client client = flood(wrong.server(), 10_100);
    assertThat(client.failureLabel()).isEqualTo(wrong.failure());
  }

  @Test
  void floodOfEmptyData() {
    Client client = twoRequests();
    client.receive(new Server().head(1, false, 200));
    byte[] empty = new Server().data(1, false, "").bytes();
    for (int i = 0; i < 10_000; i++) {
      client.receive(empty);
    }
    assertThat(client.failureLabel()).isEqualTo("none");
    client.receive(empty);
    assertThat(client.failureLabel()).contains("ENHANCE_YOUR_CALM");
  }

  /// Answers between them make them harmless: a server may ping at each answer.
  @Test
  void framesBetweenAnswersAreNoFlood() {
    Client client = twoRequests();
    for (int i = 0; i < 10_500; i++) {
      client.receive(new Server().ping(i).windowUpdate(0, 1).answer(2 * i + 1, "x"));
      client.outcomes.clear();
      client.sent();
      client.send(i % 2, i);
    }
    assertThat(client.failureLabel()).isEqualTo("none");
  }

  /// Answers that the server does not let go out are bounded, too.
  @Test
  void pingsThatCannotBeAnswered() {
    Client client = twoRequests();
    byte[] ping = new Server().ping(1).bytes();
    ByteBuffer in = ByteBuffer.wrap(ping);
    int pings = 0;
    int result = WireDriver.Session.OWN;
    while (result != WireDriver.Session.BROKEN && pings < 100_000) {
      result = client.session.nextStream(in.rewind());
      client.session.nextStream(in);
      pings++;
    }
    assertThat(client.session.failure().label())
        .isEqualTo(
            "HTTP/2 ENHANCE_YOUR_CALM: more frames have to be answered than the server reads");
    assertThat(pings).isBetween(3_000, 64 * 1024 / 17 + 2);
  }

  /// CVE-2024-27316 and others: a header block without an end.
  @Test
  void floodOfContinuations() {
    Client client = twoRequests();
    client.receive(new Server().frame(FrameType.HEADERS, 0, 1, (byte) 0x88));
    byte[] full = new Server().frame(FrameType.CONTINUATION, 0, 1, new byte[16_000]).bytes();
    byte[] empty = new Server().frame(FrameType.CONTINUATION, 0, 1).bytes();
    for (int i = 0; i < 16; i++) {
      client.receive(full);
    }
    assertThat(client.failureLabel()).isEqualTo("none");
    client.receive(full);
    assertThat(client.failureLabel())
        .isEqualTo("HTTP/2 ENHANCE_YOUR_CALM: a header block is larger than 256 KB");

    Client other = twoRequests();
    other.receive(new Server().frame(FrameType.HEADERS, 0, 1, (byte) 0x88));
    int count = 0;
    while (other.failure == null && count < 100_000) {
      other.receive(empty);
      count++;
    }
    assertThat(other.failureLabel()).contains("ENHANCE_YOUR_CALM");
    assertThat(count).isLessThan(30_000);
  }

  /// One byte of a header block stands for 4 KB: the list is cut, the operation fails, and the
  /// connection goes on.
  @Test
  void hpackBomb() {
    Client client = twoRequests();
    ByteBuffer bomb = ByteBuffer.allocate(16 * 1024);
    bomb.put((byte) 0x88).put((byte) 0x40).put((byte) 1).put((byte) 'a');
    bomb.put((byte) 0x7F).put((byte) 0xA1).put((byte) 0x1E).put(new byte[4_000]);
    while (bomb.hasRemaining()) {
      bomb.put((byte) 0xBE);
    }
    byte[] bytes = new Server().headers(1, true, bomb.array()).bytes();
    long before = Allocation.bytes();
    client.receive(bytes);
    assertThat(Allocation.bytes() - before).isLessThan(1024 * 1024);
    assertThat(client.label(0)).isEqualTo("header list larger than 64 KB");
    client.receive(new Server().headers(3, true, OK.with("x", "y")));
    assertThat(client.label(1)).isEqualTo("ok");
    assertThat(client.failureLabel()).isEqualTo("none");
  }

  /// The server resets each stream at once: each is a failure, and nothing piles up.
  @Test
  void rapidReset() {
    Client client = Client.open(1, Client.GET);
    for (int i = 0; i < 10_500; i++) {
      client.send(0, i);
      client.receive(new Server().reset(2 * i + 1, 7));
      assertThat(client.label(0)).isEqualTo("stream reset: REFUSED_STREAM");
      client.sent();
    }
    assertThat(client.failureLabel()).isEqualTo("none");
    assertThat(client.session.hasOutput()).isFalse();
  }

  /// Whatever arrives, the session ends in a failure with a name, or waits for more; it never
  /// throws, and never loops.
  @Test
  void garbage() {
    Random random = new Random(41);
    int failures = 0;
    for (int round = 0; round < 5_000; round++) {
      Client client = twoRequests();
      for (int i = 0; i < 20 && client.failure == null; i++) {
        byte[] payload = new byte[random.nextInt(30)];
        random.nextBytes(payload);
        client.receive(
            new Server()
                .frame(random.nextInt(11), random.nextInt(256), random.nextInt(5), payload));
      }
      failures += client.failure == null ? 0 : 1;
      assertThat(client.failureLabel()).matches("none|HTTP/2 [A-Z_]+: [a-zA-Z_0-9, ]+");
    }
    assertThat(failures).isGreaterThan(4_000);
  }

  @Test
  void garbageInTheSetup() {
    Random random = new Random(42);
    for (int round = 0; round < 20_000; round++) {
      Client client = new Client(1, Client.GET);
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      if (round % 2 == 0) {
        System.arraycopy(new byte[] {0, 0, 0, 4, 0}, 0, bytes, 0, Math.min(5, bytes.length));
      }
      Outcome outcome = client.session.decodeSetup(ByteBuffer.wrap(bytes));
      if (bytes.length < FrameReader.HEADER_BYTES) {
        assertThat(outcome).isIn(null, Outcome.failed("the server does not speak HTTP/2"));
      } else {
        assertThat(outcome).isNotNull().returns(false, Outcome::isOk);
      }
    }
  }

  @Test
  void answerBeforeARequestWasSent() {
    Client client = new Client(1, Client.GET);
    client.send(0, 0);
    byte[] bytes = new Server().settings().answer(1, "early").bytes();
    assertThat(client.session.decodeSetup(ByteBuffer.wrap(bytes)))
        .isEqualTo(Outcome.failed("HTTP/2 PROTOCOL_ERROR: an answer before any request"));
  }
}
