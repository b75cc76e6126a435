package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.grpc.message.MessageForm;
import dev.takt.driver.grpc.schema.TestSchemas;
import dev.takt.http2.Http2Session;
import dev.takt.http2.SampleAnswer;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.workload.Generators;
import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Answers of all kinds, without a server.
class GrpcExchangeTest {

  private static final FieldBlock HEAD =
      FieldBlock.EMPTY.with("content-type", "application/grpc+proto");
  private static final FieldBlock OK = FieldBlock.EMPTY.with("grpc-status", "0");
  private static final byte[] MESSAGE = {0, 0, 0, 0, 4, 8, 5, 18, 0};

  private final BodyBudget budget = new BodyBudget(1 << 20);
  private @Nullable Deadline deadline;
  private final Http2Session session = Http2Session.forWarmup(this::exchange);
  private final WireDriver.Codec codec = session.newCodec(0);
  private final ByteBuffer out = ByteBuffer.allocate(4096);
  private int number;

  private GrpcExchange exchange() {
    return new GrpcExchange(
        List.of(
            new Call(
                Metadata.parse(
                    GrpcOptions.fields(GrpcTarget.parse("grpc://host/a.B/C"), "/a.B/C"),
                    List.of("x-id: {seq}"),
                    Generators.NONE,
                    null),
                MessageForm.compile(
                    Objects.requireNonNull(TestSchemas.SHOP.message("shop.GetRequest")),
                    "{\"id\": {seq}, \"name\": \"{hex:200}\"}",
                    TestSchemas.SHOP,
                    Generators.NONE,
                    Map.of()),
                Expectation.parse("OK,NOT_FOUND"),
                Objects.requireNonNull(TestSchemas.SHOP.message("shop.GetRequest")),
                Objects.requireNonNull(TestSchemas.SHOP.message("shop.Item")),
                deadline)),
        new FailedResponses(Path.of("none")),
        1,
        TestSchemas.SHOP,
        budget);
  }

  /// The outcome of a call that the server resets with CANCEL, or ends with a status.
  private static String late(@Nullable Duration own, @Nullable Duration timeout, int status) {
    GrpcExchangeTest test = new GrpcExchangeTest();
    test.deadline = Deadline.of(own, timeout);
    WireDriver.Codec codec = test.session.newCodec(1);
    codec.encode(0, 0, test.out.clear());
    ByteBuffer answer =
        status == 0
            ? ByteBuffer.wrap(new byte[] {0, 0, 4, 3, 0, 0, 0, 0, 3, 0, 0, 0, 8})
            : SampleAnswer.onStream(1).head(200, HEAD.with("grpc-status", "" + status)).end();
    assertThat(test.session.nextStream(answer)).isEqualTo(1);
    return Objects.requireNonNull(codec.decode(test.session.frame())).label();
  }

  /// Servers end calls after their deadline in one of both ways, by chance.
  @Test
  void callThatTheServerGivesUpAfterItsDeadlineHasExceededIt() {
    Duration past = Duration.ofNanos(1000);
    Duration future = Duration.ofDays(200);
    assertThat(late(past, Duration.ofSeconds(30), 0)).isEqualTo("DEADLINE_EXCEEDED");
    assertThat(late(past, Duration.ofSeconds(30), 4)).isEqualTo("DEADLINE_EXCEEDED");
    assertThat(late(past, null, 0)).isEqualTo("DEADLINE_EXCEEDED");
    assertThat(late(null, past, 0)).isEqualTo("timed out");
    assertThat(late(null, past, 4)).isEqualTo("timed out");
    assertThat(late(future, past, 4)).isEqualTo("DEADLINE_EXCEEDED");
    assertThat(late(future, null, 0)).isEqualTo("stream reset: CANCEL");
    assertThat(late(null, null, 0)).isEqualTo("stream reset: CANCEL");
    assertThat(late(past, null, 14)).isEqualTo("UNAVAILABLE");
  }

  /// The generator warms itself up without users.
  @Test
  void stepIsEncodedInTheWarmup() {
    Map<String, Integer> variables = Map.of("item", 0);
    Call step =
        new Call(
            Metadata.parse(FieldBlock.EMPTY, List.of("x-item: {item}"), Generators.NONE, variables),
            MessageForm.compile(
                Objects.requireNonNull(TestSchemas.ALL.message("t.Three")),
                "{\"i64\": {item}, \"bo\": {item}, \"by\": \"{item}\", \"st\": \"{item}\"}",
                TestSchemas.ALL,
                Generators.NONE,
                variables),
            Expectation.parse("OK"),
            Objects.requireNonNull(TestSchemas.ALL.message("t.Three")),
            Objects.requireNonNull(TestSchemas.SHOP.message("shop.Item")),
            null);
    Http2Session warmup =
        Http2Session.forWarmup(() ->
            new GrpcExchange(
                List.of(step), new FailedResponses(Path.of("none")), 1, TestSchemas.ALL, budget));
    warmup.newCodec(0).encode(0, 0, out.clear());
    // 15 by: "0", 20 st: "0"; numbers of 0 are not sent
    assertThat(Arrays.copyOfRange(out.array(), out.position() - 12, out.position()))
        .isEqualTo(new byte[] {0, 0, 0, 0, 7, 122, 1, 48, (byte) 162, 1, 1, 48});
  }

  @Test
  void compressedMessageNeedsItsEncoding() {
    byte[] compressed = MESSAGE.clone();
    compressed[0] = 1;
    String invalid = "INTERNAL: a compressed message without grpc-encoding: gzip";
    assertThat(label(a -> a.head(200, HEAD).data(compressed).trailers(OK))).isEqualTo(invalid);
    assertThat(
            label(
                a -> a.head(200, HEAD.with("grpc-encoding", "zstd")).data(compressed).trailers(OK)))
        .isEqualTo(invalid);
    assertThat(
            label(
                a -> a.head(200, HEAD.with("grpc-encoding", "gzip")).data(compressed).trailers(OK)))
        .isEqualTo("ok");
  }

  private @Nullable Outcome answer(ByteBuffer frames) {
    codec.encode(0, number++, out.clear());
    return read(frames);
  }

  private @Nullable Outcome read(ByteBuffer frames) {
    Outcome outcome = null;
    for (int stream = session.nextStream(frames);
        stream != WireDriver.Session.INCOMPLETE;
        stream = session.nextStream(frames)) {
      if (stream == 0 && outcome == null) {
        outcome = codec.decode(session.frame());
      }
    }
    return outcome;
  }

  private String label(Consumer<SampleAnswer> content) {
    SampleAnswer answer = SampleAnswer.onStream(0);
    content.accept(answer);
    Outcome outcome = answer(answer.end());
    return outcome == null ? "none" : outcome.label();
  }

  private static byte[] two() {
    byte[] both = Arrays.copyOf(MESSAGE, 2 * MESSAGE.length);
    System.arraycopy(MESSAGE, 0, both, MESSAGE.length, MESSAGE.length);
    return both;
  }

  @Test
  void oneMessageAndAStatusAreAnAnswer() {
    assertThat(label(a -> a.head(200, HEAD).data(MESSAGE).trailers(OK))).isEqualTo("ok");
    assertThat(label(a -> a.head(103, FieldBlock.EMPTY).head(200, HEAD).data(MESSAGE).trailers(OK)))
        .isEqualTo("ok");
    assertThat(label(a -> a.head(200, HEAD).data(new byte[5]).trailers(OK))).isEqualTo("ok");
  }

  @Test
  void messageCutAtEachByteIsRead() {
    for (int cut = 0; cut <= MESSAGE.length; cut++) {
      int at = cut;
      assertThat(
              label(a ->
                  a.head(200, HEAD)
                      .data(Arrays.copyOf(MESSAGE, at))
                      .data(Arrays.copyOfRange(MESSAGE, at, MESSAGE.length))
                      .trailers(OK)))
          .isEqualTo("ok");
      assertThat(label(a -> a.head(200, HEAD).data(Arrays.copyOf(MESSAGE, at)).trailers(OK)))
          .isEqualTo(
              at == 0
                  ? "OK without a message"
                  : at < MESSAGE.length ? "INTERNAL: a message is cut off" : "ok");
    }
    assertThat(
            label(a -> {
              a.head(200, HEAD);
              for (byte each : MESSAGE) {
                a.data(new byte[] {each});
              }
              a.trailers(OK);
            }))
        .isEqualTo("ok");
  }

  @Test
  void answersThatAreNotUnaryFailByName() {
    assertThat(label(a -> a.head(200, HEAD).data(two()).trailers(OK)))
        .isEqualTo("INTERNAL: a second message");
    assertThat(label(a -> a.head(200, HEAD).data(MESSAGE).data(MESSAGE).trailers(OK)))
        .isEqualTo("INTERNAL: a second message");
    assertThat(label(a -> a.head(200, HEAD.with("grpc-status", "0"))))
        .isEqualTo("OK without a message");
    assertThat(label(a -> a.head(200, HEAD).data(new byte[] {7, 0, 0, 0, 0}).trailers(OK)))
        .isEqualTo("INTERNAL: data that are no messages of gRPC");
    assertThat(label(a -> a.head(200, HEAD).data(MESSAGE)))
        .isEqualTo("UNKNOWN: an answer without grpc-status");
    assertThat(label(a -> a.head(200, HEAD))).isEqualTo("UNKNOWN: an answer without grpc-status");
    assertThat(
            label(a -> a.head(200, HEAD).data(MESSAGE).trailers(FieldBlock.EMPTY.with("x", "y"))))
        .isEqualTo("UNKNOWN: an answer without grpc-status");
    assertThat(
            label(
                a -> a.head(200, FieldBlock.EMPTY.with("content-type", "text/html")).data(MESSAGE)))
        .isEqualTo("UNKNOWN: the answer is not application/grpc");
  }

  @ParameterizedTest
  @CsvSource({
    "400,INTERNAL",
    "401,UNAUTHENTICATED",
    "403,PERMISSION_DENIED",
    "404,UNIMPLEMENTED",
    "429,UNAVAILABLE",
    "500,UNKNOWN",
    "502,UNAVAILABLE",
    "503,UNAVAILABLE",
    "504,UNAVAILABLE"
  })
  void answerOfAProxyHasTheStatusOfItsHttpStatus(int http, String name) {
    assertThat(label(a -> a.head(http, FieldBlock.EMPTY)))
        .isEqualTo(name + " (HTTP status " + http + ")");
  }

  @Test
  void statusWithoutHeadIsAnAnswer() {
    assertThat(label(a -> a.head(200, HEAD.with("grpc-status", "14")))).isEqualTo("UNAVAILABLE");
    assertThat(label(a -> a.head(200, HEAD.with("grpc-status", "5")))).isEqualTo("ok");
    assertThat(label(a -> a.head(200, HEAD.with("grpc-status", "99")))).isEqualTo("UNKNOWN");
    assertThat(label(a -> a.head(503, HEAD.with("grpc-status", "8"))))
        .isEqualTo("RESOURCE_EXHAUSTED");
  }

  /// After a GOAWAY, on another connection.
  @Test
  void callThatWasNotProcessedIsMadeByAnotherExchange() {
    codec.encode(0, 300, out.clear());
    byte[] sent = Arrays.copyOf(out.array(), out.position());
    WireDriver.Codec other = Http2Session.forWarmup(this::exchange).newCodec(0);

    other.takeOver(codec);
    other.encode(0, 300, out.clear());

    assertThat(Arrays.copyOf(out.array(), out.position())).isEqualTo(sent);
  }

  @Test
  void requestHasTheLengthOfItsMessage() {
    answer(SampleAnswer.onStream(0).head(200, HEAD).data(MESSAGE).trailers(OK).end());
    codec.encode(0, 300, out.clear());
    byte[] sent = Arrays.copyOf(out.array(), out.position());
    // id 300 is 08 AC 02, the name 12 C8 01 and 200 digits: 206 bytes
    int message = sent.length - 206;
    assertThat(Arrays.copyOfRange(sent, message - 5, message + 6))
        .isEqualTo(new byte[] {0, 0, 0, 0, (byte) 206, 8, (byte) 0xAC, 2, 18, (byte) 200, 1});
  }

  @Test
  void callsAllocateNothing() {
    ByteBuffer good = SampleAnswer.onStream(0).head(200, HEAD).data(MESSAGE).trailers(OK).end();
    ByteBuffer failed = SampleAnswer.onStream(0).head(200, HEAD.with("grpc-status", "14")).end();
    int calls = 2_000;
    long bytes =
        Allocation.of(
            calls,
            () -> {
              for (int i = 0; i < calls; i++) {
                if (answer(good.rewind()) == null || answer(failed.rewind()) == null) {
                  throw new AssertionError("no outcome");
                }
              }
            });
    assertThat(bytes / calls).isZero();
  }
}
