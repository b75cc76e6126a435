package dev.takt.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.http2.hpack.FieldBlock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Windows, both ways (RFC 9113, sections 5.2 and 6.9).
class FlowControlTest {

  private static final FieldBlock POST = FieldBlock.EMPTY.with(":method", "POST");

  /// INITIAL_WINDOW_SIZE
  private static final int WINDOW = 4;

  /// MAX_FRAME_SIZE
  private static final int FRAME = 5;

  private static Client.Form post(String body) {
    return (n, out) -> {
      out.fields(POST);
      out.body(ByteBuffer.wrap(Client.ascii(body)));
    };
  }

  private static Client.Form post(MemorySegment body) {
    return (n, out) -> {
      out.fields(POST);
      out.body(body);
    };
  }

  @Test
  void windowOfOneByteSendsByteByByte() {
    Client client = Client.open(1, post("abc"), WINDOW, 1);
    client.send(0, 0);
    assertThat(client.sent()).containsExactly("HEADERS 1 bytes=1 :method=POST", "DATA 1 'a'");
    client.receive(new Server().windowUpdate(1, 1));
    assertThat(client.sent()).containsExactly("DATA 1 'b'");
    client.receive(new Server().windowUpdate(0, 1));
    assertThat(client.sent()).isEmpty();
    client.receive(new Server().windowUpdate(1, 1));
    assertThat(client.sent()).containsExactly("DATA 1 'c' end");
    client.receive(new Server().windowUpdate(1, 1).answer(1, "ok"));
    assertThat(client.sent()).isEmpty();
    assertThat(client.label(0)).isEqualTo("ok");
  }

  @Test
  void windowOfNothingSendsTheHeadAlone() {
    Client client = Client.open(2, post("abc"), WINDOW, 0);
    client.send(0, 0);
    client.send(1, 0);
    assertThat(client.sent())
        .containsExactly("HEADERS 1 bytes=1 :method=POST", "HEADERS 3 bytes=1 :method=POST");
    assertThat(client.session.hasOutput()).isFalse();
    client.receive(new Server().windowUpdate(3, 5));
    assertThat(client.sent()).containsExactly("DATA 3 'abc' end");
    // A larger window for all: that of open streams grows by the difference.
    client.receive(new Server().settings(WINDOW, 2));
    assertThat(client.sent()).containsExactly("SETTINGS 0 ack", "DATA 1 'ab'");
    client.receive(new Server().settings(WINDOW, 1).settings(WINDOW, 2));
    assertThat(client.sent()).containsExactly("SETTINGS 0 ack", "SETTINGS 0 ack");
    // It was 0, then -1, then 0.
    client.receive(new Server().windowUpdate(1, 1));
    assertThat(client.sent()).containsExactly("DATA 1 'c' end");
  }

  @Test
  void windowThatHasBecomeNegativeHasToBeFilledFirst() {
    Client client = Client.open(1, post("abcdef"), WINDOW, 4);
    client.send(0, 0);
    assertThat(client.sent()).last().isEqualTo("DATA 1 'abcd'");
    client.receive(new Server().settings(WINDOW, 1).windowUpdate(1, 3));
    assertThat(client.sent()).containsExactly("SETTINGS 0 ack");
    client.receive(new Server().windowUpdate(1, 1));
    assertThat(client.sent()).containsExactly("DATA 1 'e'");
  }

  @Test
  void windowOfTheConnectionIsSharedByAllStreams() {
    String body = "x".repeat(40_000);
    Client client = Client.open(2, post(body));
    client.send(0, 0);
    client.send(1, 0);
    // 65,535 bytes is what both sides begin with.
    assertThat(client.sent())
        .containsExactly(
            "HEADERS 1 bytes=1 :method=POST",
            "DATA 1 'xxx…16384'",
            "DATA 1 'xxx…16384'",
            "DATA 1 'xxx…7232' end",
            "HEADERS 3 bytes=1 :method=POST",
            "DATA 3 'xxx…16384'",
            "DATA 3 'xxx…9151'");
    client.receive(new Server().windowUpdate(3, 100_000));
    assertThat(client.sent()).isEmpty();
    client.receive(new Server().windowUpdate(0, 14_000));
    assertThat(client.sent()).containsExactly("DATA 3 'xxx…14000'");
    client.receive(new Server().windowUpdate(0, 1_000));
    assertThat(client.sent()).containsExactly("DATA 3 'xxx…465' end");
  }

  @Test
  void largerFramesAreSentIfTheServerTakesThem() {
    Client client = Client.open(1, post("x".repeat(40_000)), FRAME, 20_000);
    client.send(0, 0);
    assertThat(client.sent())
        .containsExactly(
            "HEADERS 1 bytes=1 :method=POST", "DATA 1 'xxx…20000'", "DATA 1 'xxx…20000' end");
  }

  /// The server's settings may allow less than both sides begin with.
  @Test
  void bodyWaitsForTheSettings() {
    Client client = new Client(1, post("abc"));
    client.send(0, 0);
    assertThat(client.sent()).containsExactly("HEADERS 1 bytes=1 :method=POST");
    assertThat(client.session.hasOutput()).isFalse();
    client.session.encodeSetup(ByteBuffer.allocate(100));
    client.session.decodeSetup(ByteBuffer.wrap(new Server().settings(WINDOW, 2).bytes()));
    assertThat(client.session.hasOutput()).isTrue();
    client.receive(new Server());
    assertThat(client.sent()).containsExactly("SETTINGS 0 ack", "DATA 1 'ab'");
  }

  @Test
  void emptyBodyEndsTheStream() {
    Client client = Client.open(1, post(""));
    client.send(0, 0);
    assertThat(client.sent()).containsExactly("HEADERS 1 bytes=1 :method=POST", "DATA 1 '' end");
    Client other = Client.open(1, post(MemorySegment.ofArray(new byte[0])));
    other.send(0, 0);
    assertThat(other.sent()).containsExactly("HEADERS 1 bytes=1 :method=POST end");
  }

  /// Not more than 64 KB at a time, and all streams in turn.
  @Test
  void largeBodiesTakeTurns() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment file = arena.allocate(200_000);
      for (int i = 0; i < 200_000; i++) {
        file.set(ValueLayout.JAVA_BYTE, i, (byte) ('a' + i / 10_000));
      }
      Client client = Client.open(2, post(file), WINDOW, 1 << 30);
      client.receive(new Server().windowUpdate(0, 1 << 30));
      List<String> frames = new ArrayList<>();
      client.send(0, 0);
      client.send(1, 0);
      assertThat(dataOf(client.sent(), frames)).isEqualTo(2 * 65_536);
      int outputs = 0;
      while (client.session.hasOutput()) {
        client.receive(new Server());
        outputs++;
        dataOf(client.sent(), frames);
      }
      assertThat(outputs).isEqualTo(1);
      assertThat(frames).contains("DATA 1 'ttt…3392' end", "DATA 3 'ttt…3392' end");
      assertThat(frames.indexOf("DATA 1 'ttt…3392' end"))
          .isGreaterThan(frames.indexOf("DATA 3 'ggg…16384'"));
    }
  }

  private static int dataOf(List<String> sent, List<String> frames) {
    int bytes = 0;
    for (String frame : sent) {
      if (frame.startsWith("DATA")) {
        frames.add(frame);
        bytes += Integer.parseInt(frame.replaceAll(".*…(\\d+)'.*", "$1"));
      }
    }
    return bytes;
  }

  @Test
  void answerBeforeTheEndOfTheBodyCancelsTheRest() {
    Client client = Client.open(1, post("abc"), WINDOW, 1);
    client.send(0, 0);
    client.sent();
    client.receive(new Server().answer(1, "enough").reset(1, 0));
    assertThat(client.label(0)).isEqualTo("ok");
    assertThat(client.sent()).containsExactly("RST_STREAM 1 8");
    client.receive(new Server().windowUpdate(1, 5).windowUpdate(0, 5));
    assertThat(client.sent()).isEmpty();
    assertThat(client.failureLabel()).isEqualTo("none");
  }

  @Test
  void cancelledBodyIsNotSent() {
    Client client = Client.open(1, post("abc"), WINDOW, 1);
    client.send(0, 0);
    client.sent();
    client.cancel(0);
    client.receive(new Server().windowUpdate(1, 5));
    assertThat(client.sent()).containsExactly("RST_STREAM 1 8");
    assertThat(client.session.hasOutput()).isFalse();
  }

  /// What did not fit into the buffer has used no window.
  @Test
  void attemptWithASmallBufferUsesNoWindow() {
    MemorySegment body = MemorySegment.ofArray(Client.ascii("x".repeat(60_000)));
    Client client = Client.open(1, post(body));
    for (int i = 0; i < 3; i++) {
      try {
        client.codecs.getFirst().encode(0, 0, ByteBuffer.allocate(45_000));
      } catch (BufferOverflowException e) {
        continue;
      }
      throw new AssertionError("it fits");
    }
    client.send(0, 0);
    assertThat(client.sent()).last().isEqualTo("DATA 1 'xxx…10848' end");
  }

  /// We let the server send 1 GB, and renew that when half of it is used.
  @Test
  void ourWindowsAreRenewed() {
    Client client = Client.open(1, Client.GET);
    client.exchanges.getFirst().isQuiet = true;
    client.send(0, 0);
    client.receive(new Server().head(1, false, 200));
    client.sent();
    byte[] frame = new Server().frame(FrameType.DATA, 0, 1, new byte[16 * 1024]).bytes();
    int frames = 0;
    List<String> sent = List.of();
    while (sent.isEmpty() && frames < 40_000) {
      client.receive(frame);
      frames++;
      sent = client.sent();
    }
    assertThat(frames).isEqualTo(32 * 1024);
    assertThat(sent).containsExactly("WINDOW_UPDATE 0 536870912", "WINDOW_UPDATE 1 536870912");
    // Data of a stream that has ended use the connection's window, too.
    client.cancel(0);
    client.sent();
    for (int i = 1; i < 32 * 1024; i++) {
      client.receive(frame);
    }
    assertThat(client.sent()).isEmpty();
    client.receive(frame);
    assertThat(client.sent()).containsExactly("WINDOW_UPDATE 0 536870912");
  }

  @Test
  void bodyThatIsAppendedUsesTheWindows() {
    Client.Form form =
        (n, out) -> {
          out.fields(POST);
          out.beginBody().put(new byte[40_000]);
          out.endBody();
        };
    Client client = Client.open(2, form, FRAME, 50_000);
    client.send(0, 0);
    client.send(1, 0);
    List<String> frames = new ArrayList<>();
    assertThat(dataOf(client.sent(), frames)).isEqualTo(65_535);
    assertThat(frames).hasSize(2);
  }

  /// Each update lets one byte go out.
  @Test
  void manyWindowUpdatesForABodyAreNoFlood() {
    Client client = Client.open(1, post("x".repeat(10_500)), WINDOW, 0);
    client.send(0, 0);
    byte[] update = new Server().windowUpdate(1, 1).bytes();
    for (int i = 0; i < 10_500; i++) {
      client.receive(update);
    }
    assertThat(client.failureLabel()).isEqualTo("none");
    assertThat(client.sent()).hasSize(10_501).last().isEqualTo("DATA 1 'x' end");
  }

  /// A segment may be larger than a buffer can be: it is seen part by part.
  @Test
  void largeSegmentIsSeenInParts() {
    byte[] bytes = new byte[100];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    PendingBody body = new PendingBody(7);
    for (int round = 0; round < 2; round++) {
      body.set(MemorySegment.ofArray(bytes));
      ByteBuffer out = ByteBuffer.allocate(100);
      for (int part : new int[] {3, 4, 5, 30, 1, 57}) {
        assertThat(body.isEmpty()).isFalse();
        body.put(part, out);
        assertThat(body.remaining()).isEqualTo(out.remaining());
      }
      assertThat(body.isEmpty()).isTrue();
      assertThat(out.array()).isEqualTo(bytes);
    }
  }

  /// Often enough for compiled code, too.
  @Test
  void truncatedFileIsNamed(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("body");
    int bytes = 1 << 20;
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        Arena arena = Arena.ofConfined()) {
      PendingBody body = new PendingBody();
      ByteBuffer out = ByteBuffer.allocateDirect(16 * 1024);
      for (int round = 0; round < 3; round++) {
        var _ = channel.write(ByteBuffer.allocate(1), bytes - 1L);
        MemorySegment mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena);
        for (int i = 0; i < 5_000; i++) {
          body.set(mapped);
          body.put(out.capacity(), out.clear());
        }
        channel.truncate(0);
        for (int i = 0; i < 100; i++) {
          body.set(mapped);
          assertThatThrownBy(() -> body.put(out.capacity(), out.clear()))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("the file to send has become shorter");
        }
      }
    }
  }

  @Test
  void windowOfAStreamIsRenewedEachTimeButNotAtItsEnd() {
    Client client = Client.open(1, Client.GET);
    client.send(0, 0);
    client.receive(new Server().head(1, false, 200));
    client.sent();
    StreamCodec codec = (StreamCodec) client.codecs.getFirst();
    for (int i = 0; i < 3; i++) {
      assertThat(codec.receive(Http2Session.WINDOW / 2 - 3)).isZero();
      client.receive(new Server().data(1, false, "12"));
      assertThat(client.sent()).isEmpty();
      client.receive(new Server().data(1, false, "3"));
      assertThat(client.sent()).containsExactly("WINDOW_UPDATE 1 536870912");
    }
    assertThat(codec.receive(Http2Session.WINDOW / 2 - 3)).isZero();
    client.receive(new Server().data(1, true, "end"));
    assertThat(client.sent()).isEmpty();
    assertThat(client.label(0)).isEqualTo("ok");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, none, HTTP/2 PROTOCOL_ERROR: a window update of 0 bytes",
    "1, 0, HTTP/2 PROTOCOL_ERROR: a window update of 0 bytes, none",
    "0, 2147483647, none, HTTP/2 FLOW_CONTROL_ERROR: a window is larger than allowed",
    "1, 2147483647, HTTP/2 FLOW_CONTROL_ERROR: a window is larger than allowed, none",
    "0, 2147418112, none, none",
    "1, 2147418112, none, none"
  })
  void windowUpdateThatIsWrong(int stream, int increment, String ofOperation, String failure) {
    Client client = Client.open(2, Client.GET);
    client.send(0, 0);
    client.send(1, 1);
    client.sent();
    client.receive(new Server().windowUpdate(stream, increment));
    assertThat(client.label(0)).isEqualTo(ofOperation);
    assertThat(client.failureLabel()).isEqualTo(failure);
    if (!ofOperation.equals("none")) {
      assertThat(client.sent()).containsExactly("RST_STREAM 1 " + (increment == 0 ? 1 : 3));
      client.receive(new Server().answer(3, "the other goes on"));
      assertThat(client.label(1)).isEqualTo("ok");
    }
  }

  @Test
  void settingThatMakesAWindowTooLarge() {
    Client client = Client.open(1, Client.GET, WINDOW, 0);
    client.send(0, 0);
    client.receive(new Server().windowUpdate(1, 1).settings(WINDOW, Integer.MAX_VALUE));
    assertThat(client.failureLabel())
        .isEqualTo("HTTP/2 FLOW_CONTROL_ERROR: a window is larger than allowed");
  }
}
