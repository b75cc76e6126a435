package dev.takt.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldName;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.io.ByteArrayOutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A session with a server that keeps to the protocol.
class Http2SessionTest {

  private static final String SETTINGS = "SETTINGS 0 2=0 4=1073741824 6=65536";

  @Test
  void setupSendsPrefaceAndSettingsAndAcknowledges() {
    Client client = new Client(1, Client.GET);
    assertThat(client.session.needsSetup()).isTrue();
    ByteBuffer out = ByteBuffer.allocate(200);
    client.session.encodeSetup(out);
    assertThat(SentFrames.read(out.flip()))
        .containsExactly("PRI * HTTP/2.0 SM", SETTINGS, "WINDOW_UPDATE 0 1073676289");
    // What servers send behind their settings is read, too: nothing may be left in the buffer.
    byte[] answer = new Server().settings(3, 7).settingsAck().windowUpdate(0, 100).ping(5).bytes();
    assertThat(client.session.decodeSetup(ByteBuffer.wrap(answer))).isEqualTo(Outcome.OK);
    assertThat(client.session.needsSetup()).isFalse();
    assertThat(client.session.maxConcurrentStreams()).isEqualTo(7);
    client.receive(new Server());
    assertThat(client.sent()).containsExactly("SETTINGS 0 ack", "PING 0 5 ack");
  }

  @Test
  void setupCutAtEachByteWaitsForTheRest() {
    byte[] answer = new Server().settings(3, 7, 4, 100).settingsAck().bytes();
    for (int cut = 0; cut < answer.length; cut++) {
      Client client = new Client(1, Client.GET);
      ByteBuffer in = ByteBuffer.allocate(100).put(answer, 0, cut).flip();
      Outcome first = client.session.decodeSetup(in);
      // The settings alone are enough, if nothing behind them has begun to arrive.
      assertThat(first).isEqualTo(cut == 21 ? Outcome.OK : null);
      in.compact().put(answer, cut, answer.length - cut).flip();
      assertThat(client.session.decodeSetup(in)).isEqualTo(Outcome.OK);
      assertThat(in.hasRemaining()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 400 Bad Request\r\n\r\n", "H", "SSH-2.0-OpenSSH", "\0\0\6\0"})
  void serverOfAnotherProtocolIsNamed(String answer) {
    Client client = new Client(1, Client.GET);
    assertThat(client.session.decodeSetup(ByteBuffer.wrap(Client.ascii(answer))))
        .isEqualTo(Outcome.failed("the server does not speak HTTP/2"));
  }

  @Test
  void requestAndAnswer() {
    Client client = Client.open(1, Client.GET);
    client.send(0, 7);
    assertThat(client.sent()).containsExactly("HEADERS 1 bytes=5 :method=GET :path=/7 end");
    client.receive(new Server().answer(1, "hello"));
    assertThat(client.outcomes).containsEntry(0, Outcome.ok(200));
    assertThat(client.read(0)).isEqualTo("head :status=200\nhello");
    client.send(0, 8);
    assertThat(client.sent()).containsExactly("HEADERS 3 bytes=5 :method=GET :path=/8 end");
  }

  /// Three answers in reverse order, in frames of all kinds.
  private static byte[] everything() {
    byte[] trailers = Server.bytes(FieldBlock.EMPTY.with("grpc-status", "0"));
    // The second of these two blocks uses an entry that the first has added to the table.
    byte[] adding = Client.ascii("H\3" + "200" + "@\3x-a\3b-c");
    byte[] using = {(byte) 0xBF, (byte) 0xBE};
    byte[] padded = new byte[1 + 5 + using.length + 3];
    padded[0] = 3;
    System.arraycopy(using, 0, padded, 6, using.length);
    return new Server()
        .head(5, false, 103)
        .headersInParts(5, false, adding, 1)
        .settings(4, 1 << 20)
        .data(5, false, "fi")
        .ping(99)
        .frame(
            FrameType.HEADERS,
            FrameType.PADDED | FrameType.HAS_PRIORITY | FrameType.END_HEADERS,
            3,
            padded)
        .frame(0xAB, 0xFF, 77, Client.ascii("unknown"))
        .data(5, false, "ve")
        .frame(FrameType.PRIORITY, 0, 9, new byte[5])
        .frame(FrameType.DATA, FrameType.PADDED, 3, Client.ascii("\2three\0\0"))
        .windowUpdate(0, 10)
        .windowUpdate(1, 10)
        .data(5, true, "")
        .headers(3, true, trailers)
        .reset(1, 7)
        // late frames of streams that have ended
        .reset(5, 0)
        .windowUpdate(3, 5)
        .data(1, true, "late")
        .head(1, true, 200)
        .bytes();
  }

  private static void checkEverything(Client client) {
    assertThat(client.failureLabel()).isEqualTo("none");
    assertThat(client.read(2)).isEqualTo("head :status=103\nhead :status=200 x-a=b-c\nfive");
    assertThat(client.read(1)).isEqualTo("head :status=200 x-a=b-c\nthreetrailers grpc-status=0\n");
    assertThat(client.read(0)).isEmpty();
    assertThat(client.label(0)).isEqualTo("stream reset: REFUSED_STREAM");
    assertThat(client.exchanges.get(0).calls)
        .containsExactly("failed: stream reset: REFUSED_STREAM", "abandoned");
    assertThat(client.label(1)).isEqualTo("ok");
    assertThat(client.label(2)).isEqualTo("ok");
    assertThat(client.sent()).containsExactly("SETTINGS 0 ack", "PING 0 99 ack");
  }

  private static Client threeRequests() {
    Client client = Client.open(3, Client.GET);
    for (int i = 0; i < 3; i++) {
      client.send(i, i);
    }
    assertThat(client.sent()).hasSize(3);
    return client;
  }

  @Test
  void framesOfAllKindsInReverseOrder() {
    Client client = threeRequests();
    client.receive(everything());
    checkEverything(client);
  }

  @Test
  void framesCutAtEachByte() {
    byte[] bytes = everything();
    for (int cut = 1; cut < bytes.length; cut++) {
      Client client = threeRequests();
      client.receive(Arrays.copyOf(bytes, cut));
      client.receive(Arrays.copyOfRange(bytes, cut, bytes.length));
      checkEverything(client);
    }
  }

  @Test
  void framesByteByByte() {
    Client client = threeRequests();
    for (byte each : everything()) {
      client.receive(new byte[] {each});
    }
    checkEverything(client);
  }

  @ParameterizedTest
  @CsvSource({
    "0, NO_ERROR",
    "1, PROTOCOL_ERROR",
    "2, INTERNAL_ERROR",
    "7, REFUSED_STREAM",
    "8, CANCEL",
    "11, ENHANCE_YOUR_CALM",
    "13, HTTP_1_1_REQUIRED",
    "14, unknown code",
    "-1, unknown code"
  })
  void resetFailsTheOperationByName(int code, String name) {
    Client client = Client.open(1, Client.GET);
    client.send(0, 0);
    client.sent();
    client.receive(new Server().head(1, false, 200).reset(1, code));
    assertThat(client.label(0)).isEqualTo("stream reset: " + name);
    assertThat(client.sent()).isEmpty();
  }

  /// The server is to stop. What it has sent by then is skipped, but its header table is kept.
  @Test
  void abandonedOperationIsCancelledAndItsLateFramesAreSkipped() {
    Client client = Client.open(2, Client.GET);
    client.send(0, 0);
    client.send(1, 1);
    client.sent();
    client.receive(new Server().head(1, false, 200));
    client.cancel(0);
    assertThat(client.sent()).containsExactly("RST_STREAM 1 8");
    assertThat(client.exchanges.get(0).calls).containsExactly("abandoned");
    assertThat(client.session.cancelsAbandoned()).isTrue();
    client.send(0, 2);
    assertThat(client.sent()).containsExactly("HEADERS 5 bytes=5 :method=GET :path=/2 end");
    byte[] adding = Client.ascii("@\3x-a\3b-c");
    byte[] using = {(byte) 0x88, (byte) 0xBE};
    client.receive(
        new Server()
            .data(1, false, "late")
            .headers(1, true, adding)
            .headers(5, true, using)
            .answer(3, "second"));
    assertThat(client.read(0)).isEqualTo("head :status=200\nhead :status=200 x-a=b-c\n");
    assertThat(client.read(1)).isEqualTo("head :status=200\nsecond");
    assertThat(client.failureLabel()).isEqualTo("none");
  }

  @Test
  void answerThatIsReadInPartIsCancelled() {
    Client client = Client.open(1, Client.GET);
    client.exchanges.get(0).enough = "first";
    client.send(0, 0);
    client.sent();
    client.receive(new Server().head(1, false, 200).data(1, false, "first").data(1, true, "2nd"));
    assertThat(client.label(0)).isEqualTo("ok");
    assertThat(client.sent()).containsExactly("RST_STREAM 1 8");
  }

  /// A protocol that wants more than the server has sent does not wait for it.
  @Test
  void answerThatEndsTooEarlyFails() {
    Client client = Client.open(1, Client.GET);
    client.exchanges.get(0).isNeverComplete = true;
    client.send(0, 0);
    client.sent();
    client.receive(new Server().answer(1, "short"));
    assertThat(client.label(0)).isEqualTo("answer ended too early");
    assertThat(client.sent()).isEmpty();
    assertThat(client.exchanges.get(0).calls)
        .containsExactly("failed: answer ended too early", "abandoned");
  }

  @Test
  void nextStepIsANewStream() {
    Client client = new Client(1, Client.GET, 2);
    client.setUp();
    client.send(0, 0);
    client.receive(new Server().answer(1, "one"));
    assertThat(client.outcomes).isEmpty();
    assertThat(client.sent())
        .containsExactly(
            "HEADERS 1 bytes=5 :method=GET :path=/0 end",
            "HEADERS 3 bytes=8 :method=GET :path=/1001 end");
    client.receive(new Server().answer(3, "two"));
    assertThat(client.label(0)).isEqualTo("ok");
  }

  @Test
  void goAwayNamesWhatWasNotProcessed() {
    Client client = threeRequests();
    assertThat(client.session.takesOperations()).isTrue();
    assertThat(client.session.isUnprocessed(2)).isFalse();
    // A server that shuts down sends the largest id first.
    client.receive(new Server().goAway(Integer.MAX_VALUE, 0, ""));
    assertThat(client.session.takesOperations()).isFalse();
    assertThat(client.session.isUnprocessed(2)).isFalse();
    client.receive(new Server().answer(1, "one").goAway(3, 0, ""));
    // It can only become smaller.
    client.receive(new Server().goAway(Integer.MAX_VALUE, 0, ""));
    assertThat(client.session.goAway()).isNull();
    assertThat(client.session.isUnprocessed(0)).isFalse();
    assertThat(client.session.isUnprocessed(1)).isFalse();
    assertThat(client.session.isUnprocessed(2)).isTrue();
    assertThatThrownBy(() -> client.send(0, 9)).hasMessageContaining("no more requests");
    // Those in flight go on.
    client.receive(new Server().answer(3, "three"));
    assertThat(client.label(1)).isEqualTo("ok");
    client.disconnect();
    assertThat(client.session.takesOperations()).isTrue();
    assertThat(client.session.isUnprocessed(2)).isFalse();
  }

  @Test
  void goAwayWithAnErrorHasItsNameAndText() {
    Client client = threeRequests();
    client.receive(new Server().goAway(0, 11, "too_many\npings" + "x".repeat(500)));
    assertThat(client.session.goAway())
        .isEqualTo(
            Outcome.failed("GOAWAY: ENHANCE_YOUR_CALM (too_many?pings" + "x".repeat(46) + ")"));
  }

  /// Requests are encoded before the next socket is connected.
  @Test
  void newConnectionBeginsAnew() {
    Client client = threeRequests();
    byte[] adding = Client.ascii("@\3x-a\3b-c");
    client.receive(new Server().head(5, false, 200).headersInParts(5, true, adding, 2));
    assertThat(client.label(2)).isEqualTo("ok");
    client.receive(Arrays.copyOf(new Server().answer(1, "cut").bytes(), 12));
    client.disconnect();
    assertThat(client.session.needsSetup()).isTrue();
    client.send(1, 4);
    client.send(0, 5);
    client.session.reset();
    assertThat(client.sent())
        .containsExactly(
            "HEADERS 1 bytes=5 :method=GET :path=/4 end",
            "HEADERS 3 bytes=5 :method=GET :path=/5 end");
    client.setUp();
    client.receive(new Server().answer(3, "b").answer(1, "a"));
    assertThat(client.read(1)).endsWith("a");
    assertThat(client.read(0)).endsWith("b");
    // The header table is empty again.
    client.send(2, 6);
    client.receive(new Server().headers(5, true, (byte) 0x88, (byte) 0xBE));
    assertThat(client.failureLabel()).contains("COMPRESSION_ERROR");
  }

  private static void reconnect(Client client) {
    client.disconnect();
    assertThat(client.session.hasOutput()).isFalse();
    client.setUp();
    client.send(0, 0);
    client.sent();
  }

  @Test
  void newConnectionForgetsWhatTheOldOneHasReceived() {
    byte[] ping = new Server().ping(1).bytes();
    byte[] data = new Server().frame(FrameType.DATA, 0, 1, new byte[16 * 1024]).bytes();
    Client client = threeRequests();
    client.exchanges.get(0).isQuiet = true;
    // A header block without its end.
    client.receive(new Server().frame(FrameType.HEADERS, 0, 3, (byte) 0x88));
    reconnect(client);
    // Windows that are used nearly by half, and nearly as many pings as make a flood.
    for (int connection = 0; connection < 2; connection++) {
      client.receive(new Server().head(1, false, 200));
      for (int i = 0; i < 17 * 1024; i++) {
        client.receive(data);
      }
      assertThat(client.sent()).isEmpty();
      reconnect(client);
    }
    for (int connection = 0; connection < 2; connection++) {
      for (int i = 0; i < 9_000; i++) {
        client.receive(ping);
      }
      assertThat(client.sent()).hasSize(9_000);
      reconnect(client);
    }
    // A ping that is not answered yet.
    ByteBuffer in = ByteBuffer.wrap(ping);
    client.session.nextStream(in);
    client.session.nextStream(in);
    assertThat(client.session.hasOutput()).isTrue();
    reconnect(client);
    assertThat(client.failureLabel()).isEqualTo("none");
  }

  /// The connection can be closed while a frame of it is read.
  @Test
  void connectionClosedWithinAFrame() {
    Client client = threeRequests();
    ByteBuffer in = ByteBuffer.wrap(new Server().answer(1, "old").answer(3, "old").bytes());
    assertThat(client.session.nextStream(in)).isZero();
    client.disconnect();
    client.setUp();
    client.send(0, 5);
    client.receive(new Server().answer(1, "new"));
    assertThat(client.read(0)).isEqualTo("head :status=200\nnew");
  }

  @Test
  void operationLostWithItsConnectionIsNotReset() {
    Client client = threeRequests();
    client.disconnect();
    client.codecs.get(0).abandoned();
    assertThat(client.session.hasOutput()).isFalse();
    assertThat(client.exchanges.get(0).calls).containsExactly("abandoned");
  }

  /// MAX_CONCURRENT_STREAMS
  private static final int STREAMS = 3;

  @Test
  void requestsBeyondTheServersLimitAreHeldUntilAStreamEnds() {
    Client client = Client.open(5, Client.GET, STREAMS, 2);
    for (int i = 0; i < 5; i++) {
      client.send(i, i);
    }
    assertThat(client.sent()).hasSize(2);
    assertThat(client.session.hasOutput()).isFalse();
    client.receive(new Server().answer(3, "ok"));
    assertThat(client.sent()).containsExactly("HEADERS 5 bytes=5 :method=GET :path=/2 end");
    client.cancel(0);
    assertThat(client.sent())
        .containsExactly("RST_STREAM 1 8", "HEADERS 7 bytes=5 :method=GET :path=/3 end");
    client.cancel(4);
    assertThat(client.sent()).as("it was never sent").isEmpty();
    client.receive(new Server().answer(5, "a").answer(7, "b"));
    assertThat(client.sent()).isEmpty();
    assertThat(client.outcomes).containsOnlyKeys(1, 2, 3);
    client.send(0, 9);
    assertThat(client.sent()).containsExactly("HEADERS 9 bytes=5 :method=GET :path=/9 end");
  }

  @Test
  void serverChangesItsLimitDuringTheConnection() {
    Client client = Client.open(4, Client.GET);
    client.send(0, 0);
    client.send(1, 1);
    client.receive(new Server().settings(STREAMS, 1));
    client.send(2, 2);
    client.receive(new Server().answer(1, "ok"));
    client.send(3, 3);
    assertThat(client.sent())
        .containsExactly(
            "HEADERS 1 bytes=5 :method=GET :path=/0 end",
            "HEADERS 3 bytes=5 :method=GET :path=/1 end",
            "SETTINGS 0 ack");
    client.receive(new Server().settings(STREAMS, 2));
    assertThat(client.sent())
        .containsExactly("SETTINGS 0 ack", "HEADERS 5 bytes=5 :method=GET :path=/2 end");
    client.receive(new Server().settings(STREAMS, 100));
    assertThat(client.sent()).last().isEqualTo("HEADERS 7 bytes=5 :method=GET :path=/3 end");
  }

  @Test
  void connectionThatIsBeingOpenedHoldsWhatTheOneBeforeDidNotTake() {
    Client client = Client.open(3, Client.GET, STREAMS, 2);
    client.disconnect();
    for (int i = 0; i < 3; i++) {
      client.send(i, i);
    }
    assertThat(client.sent()).hasSize(2);
    client.setUp(STREAMS, 5);
    assertThat(client.outcomes).isEmpty();
    client.receive(new Server().answer(5, "the third"));
    assertThat(client.label(2)).isEqualTo("ok");
  }

  /// More than any server is expected to refuse.
  @Test
  void connectionThatIsBeingOpenedForTheFirstTimeTakesAHundred() {
    Client client = new Client(101, Client.GET);
    for (int i = 0; i < 101; i++) {
      client.send(i, i);
    }
    assertThat(client.sent()).hasSize(100);
  }

  @Test
  void requestThatIsHeldHasItsBodyAndAllOfItsFields() {
    Client client = Client.open(2, LONG, STREAMS, 1);
    client.send(0, 0);
    List<String> first = client.sent();
    client.send(1, 0);
    assertThat(client.sent()).isEmpty();
    client.receive(new Server().answer(1, "ok"));
    assertThat(client.sent())
        .isEqualTo(first.stream().map(each -> each.replace(" 1 ", " 3 ")).toList())
        .last()
        .isEqualTo("DATA 3 'body' end");
  }

  @Test
  void requestThatIsHeldHasNotBeenProcessedIfTheConnectionEnds() {
    Client client = Client.open(2, Client.GET, STREAMS, 1);
    client.send(0, 0);
    client.send(1, 1);
    client.receive(new Server().goAway(1, 0, ""));
    assertThat(client.session.isUnprocessed(0)).isFalse();
    assertThat(client.session.isUnprocessed(1)).isTrue();
    assertThat(client.session.isSent(0)).isTrue();
    assertThat(client.session.isSent(1)).isFalse();
    client.sent();
    client.receive(new Server().answer(1, "ok"));
    assertThat(client.sent()).isEmpty();
  }

  /// Else the server sees more streams than it allows.
  @Test
  void cancelledStreamIsResetBeforeTheRequestThatHasItsPlace() {
    Client client = Client.open(1, Client.GET, STREAMS, 1);
    client.send(0, 0);
    client.codecs.getFirst().abandoned();
    client.send(0, 1);
    assertThat(client.sent())
        .containsExactly(
            "HEADERS 1 bytes=5 :method=GET :path=/0 end",
            "RST_STREAM 1 8",
            "HEADERS 3 bytes=5 :method=GET :path=/1 end");
    assertThat(client.session.hasOutput()).isFalse();
  }

  @Test
  void streamIsResetBeforeTheNextStepOfItsOperation() {
    Client client =
        new Client(
            1,
            (n, out) -> {
              out.fields(FieldBlock.EMPTY.with(":method", "POST"));
              out.body(ByteBuffer.wrap(Client.ascii("abc")));
            },
            2);
    client.setUp(4, 1);
    client.send(0, 0);
    client.receive(new Server().answer(1, "redirected"));
    assertThat(client.sent())
        .containsExactly(
            "HEADERS 1 bytes=1 :method=POST",
            "DATA 1 'a'",
            "RST_STREAM 1 8",
            "HEADERS 3 bytes=1 :method=POST",
            "DATA 3 'a'");
  }

  /// The reset is still to be sent.
  @Test
  void requestThatCannotBeWrittenLosesNoReset() {
    boolean[] fails = {false};
    Client client =
        Client.open(
            1,
            (n, out) -> {
              Client.GET.write(n, out);
              if (fails[0]) {
                throw new IllegalStateException("no value");
              }
            });
    client.send(0, 0);
    client.codecs.getFirst().abandoned();
    fails[0] = true;
    assertThatThrownBy(() -> client.send(0, 1)).hasMessage("no value");
    client.receive(new Server());
    assertThat(client.sent())
        .containsExactly("HEADERS 1 bytes=5 :method=GET :path=/0 end", "RST_STREAM 1 8");
  }

  @Test
  void smallerTableOfTheServerIsAcknowledgedInHeaderBlocks() {
    Client client = Client.open(1, Client.GET, 1, 0);
    ByteBuffer out = ByteBuffer.allocate(100);
    client.codecs.get(0).encode(0, 7, out);
    assertThat(out.get(9)).isEqualTo((byte) 0x20);
    assertThat(SentFrames.read(out.flip()))
        .containsExactly("HEADERS 1 bytes=6 :method=GET :path=/7 end");
  }

  private static final Client.Form LONG =
      (n, out) -> {
        out.fields(FieldBlock.EMPTY.with(":method", "POST").with(":path", "/"));
        out.beginField(FieldName.of("x-long")).put(Client.ascii("l".repeat(40_000)));
        out.endField();
        ByteBuffer line = ByteBuffer.wrap(Client.ascii("Cookie: a=b\r\n"));
        out.field(line, 0, 6, 8, 3);
        out.field(FieldName.of("x-n"), ByteBuffer.wrap(Client.ascii("" + n)));
        out.beginBody().put(Client.ascii("body"));
        out.endBody();
      };

  @Test
  void longFieldsAreSplitIntoContinuations() {
    Client client = Client.open(1, LONG);
    client.send(0, 5);
    String fields = ":method=POST :path=/ x-long=lll…40000 cookie=a=b x-n=5";
    assertThat(client.sent())
        .containsExactly(
            "HEADERS 1 bytes=16384",
            "CONTINUATION 1 bytes=16384",
            "CONTINUATION 1 bytes=7259 " + fields,
            "DATA 1 'body' end");
  }

  /// The same bytes, whatever the size of the buffer at the first attempts.
  @Test
  void encodingIsRepeatedWithALargerBuffer() {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int size = 0; size < 60_000; size += size < 100 ? 1 : 997) {
      Client client = Client.open(1, LONG);
      int tooSmall = size;
      if (size < 40_000) {
        assertThatThrownBy(() -> client.codecs.get(0).encode(0, 5, ByteBuffer.allocate(tooSmall)))
            .isInstanceOf(BufferOverflowException.class);
      }
      ByteBuffer out = ByteBuffer.allocate(60_000);
      client.codecs.get(0).encode(0, 5, out);
      if (expected.size() == 0) {
        expected.write(out.array(), 0, out.position());
      }
      assertThat(Arrays.copyOf(out.array(), out.position())).isEqualTo(expected.toByteArray());
    }
  }

  /// More names than are kept, so that some share a place.
  @Test
  void manyNamesInTexts() {
    StringBuilder expected = new StringBuilder(":method=GET");
    for (int i = 0; i < 900; i++) {
      expected.append(" x-").append(i).append("=v").append(i);
    }
    Client.Form form =
        (n, out) -> {
          out.field(FieldName.METHOD, Client.ascii("GET"));
          for (int i = 0; i < 900; i++) {
            ByteBuffer line = ByteBuffer.wrap(Client.ascii("X-" + i + "v" + i));
            int name = 2 + Integer.toString(i).length();
            out.field(line, 0, name, name, line.capacity() - name);
          }
        };
    Client client = Client.open(1, form);
    for (int round = 0; round < 2; round++) {
      client.send(0, 0);
      assertThat(client.sent().getFirst()).endsWith(expected.append(" end"));
      expected.setLength(expected.length() - 4);
      client.receive(new Server().answer(1 + 2 * round, "x"));
    }
  }

  @Test
  void headerBlocksInSeveralFramesOneAfterTheOther() {
    byte[] block = Server.bytes(Server.status(200).with("x-long", "l".repeat(4_000)));
    Client client = Client.open(1, Client.GET);
    for (int i = 0; i < 100; i++) {
      client.send(0, i);
      client.receive(new Server().headersInParts(2 * i + 1, true, block, 1_500));
      assertThat(client.label(0)).isEqualTo("ok");
    }
  }

  @Test
  void manyStreamsAnsweredInAnyOrder() {
    Random random = new Random(43);
    Client client = Client.open(100, Client.GET);
    int[] ids = new int[100];
    List<Integer> codecs = new ArrayList<>();
    int nextId = 1;
    for (int i = 0; i < 5_000; i++) {
      int codec = random.nextInt(100);
      if (ids[codec] == 0) {
        client.send(codec, i);
        ids[codec] = nextId;
        nextId += 2;
        codecs.add(codec);
      } else {
        Collections.shuffle(codecs, random);
        int answered = codecs.removeLast();
        client.exchanges.get(answered).read.setLength(0);
        client.receive(new Server().answer(ids[answered], "to " + ids[answered]));
        assertThat(client.read(answered)).endsWith("\nto " + ids[answered]);
        ids[answered] = 0;
      }
    }
    assertThat(client.failureLabel()).isEqualTo("none");
  }

  @Test
  void nameThatIsNoneIsRefused() {
    Client client =
        Client.open(1, (n, out) -> out.field(ByteBuffer.wrap(Client.ascii("a b: c")), 0, 3, 5, 1));
    assertThatThrownBy(() -> client.send(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThat(client.sent()).isEmpty();
  }

  @Test
  void credentialsAreNeverIndexed() {
    Client.Form form =
        (n, out) -> out.field(ByteBuffer.wrap(Client.ascii("Authorization: x")), 0, 13, 15, 1);
    Client client = Client.open(1, form);
    ByteBuffer out = ByteBuffer.allocate(100);
    client.codecs.get(0).encode(0, 0, out);
    // 0001: never indexed; 23 is the name's index (RFC 7541, sections 6.2.3 and appendix A).
    assertThat(Arrays.copyOfRange(out.array(), 9, out.position()))
        .containsExactly(0x1F, 23 - 15, 1, 'x');
  }

  /// The operation continues on another connection; the stream of the old one is of no use.
  @Test
  void operationIsTakenOverByAnotherSession() {
    Client old = threeRequests();
    Client next = Client.open(1, Client.GET);
    old.receive(new Server().goAway(1, 0, ""));
    ((StreamCodec) next.codecs.get(0)).takeOver(old.codecs.get(1));
    assertThat(next.exchanges.get(0).calls).containsExactly("took over the operation of 1");
    assertThat(old.session.isUnprocessed(1)).isFalse();
    old.receive(new Server().answer(3, "late").answer(1, "right"));
    assertThat(old.sent()).isEmpty();
    assertThat(old.label(0)).isEqualTo("ok");
  }

  @Test
  void serverThatDoesNotNegotiateHttp2IsNamed() {
    Http2Session session = new Client(1, Client.GET).session;
    assertThat(session.negotiated("h2")).isNull();
    assertThat(session.negotiated(""))
        .isEqualTo(Outcome.failed("the server does not offer HTTP/2 (ALPN)"));
    assertThat(session.negotiated("http/1.1")).isEqualTo(session.negotiated(""));
  }

  /// The samples are constant, so that a codec uses the same stream each time. More is sent and
  /// received than windows allow.
  @Test
  void sampleAnswersAreReadByAWarmupSession() {
    byte[] large = new byte[1_000_000];
    Client.Recorder[] made = new Client.Recorder[1];
    Http2Session session =
        Http2Session.forWarmup(
            () -> made[0] = new Client.Recorder((n, out) -> out.body(ByteBuffer.wrap(large)), 1));
    assertThat(session.needsSetup()).isFalse();
    session.newCodec(0);
    WireDriver.Codec codec = session.newCodec(1);
    FieldBlock type = FieldBlock.EMPTY.with("content-type", "text/plain");
    FieldBlock end = FieldBlock.EMPTY.with("grpc-status", "0");
    ByteBuffer sample = SampleAnswer.onStream(1).head(200, type).data(large).trailers(end).end();
    made[0].isQuiet = true;
    ByteBuffer out = ByteBuffer.allocate(1_100_000);
    for (int round = 0; round < 1_200; round++) {
      codec.encode(0, round, out.clear());
      assertThat(session.hasOutput()).isFalse();
      made[0].read.setLength(0);
      sample.rewind();
      Outcome outcome = null;
      int stream = session.nextStream(sample);
      while (stream == 1) {
        outcome = codec.decode(session.frame());
        stream = session.nextStream(sample);
      }
      assertThat(stream).isEqualTo(WireDriver.Session.INCOMPLETE);
      assertThat(outcome).isEqualTo(Outcome.ok(200));
    }
    assertThat(out.position()).isEqualTo(9 + 9 * 62 + large.length);
    assertThat(made[0].read).startsWith("head :status=200 content-type=text/plain\n");
    assertThat(made[0].read).endsWith("trailers grpc-status=0\n");
  }
}
