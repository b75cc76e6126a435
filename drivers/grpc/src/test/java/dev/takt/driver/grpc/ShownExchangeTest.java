package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import dev.takt.driver.grpc.message.MessageForm;
import dev.takt.driver.grpc.schema.TestSchemas;
import dev.takt.http2.Http2Session;
import dev.takt.http2.SampleAnswer;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.workload.Generators;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a person sees of calls, without a server.
class ShownExchangeTest {

  private static final int FRAME_HEADER_BYTES = 9;

  private static final FieldBlock HEAD =
      FieldBlock.EMPTY.with("content-type", "application/grpc").with("x-pod", "a-1");
  private static final FieldBlock OK = FieldBlock.EMPTY.with("grpc-status", "0");
  private static final FieldBlock NOT_FOUND =
      FieldBlock.EMPTY
          .with("grpc-status", "5")
          .with("grpc-message", "no item %C3%BC%0A\"at all\"")
          .with("x-cost", "3")
          .with("session-id", "geheim");

  /// Its id is 5, its name empty.
  private static final byte[] MESSAGE = {0, 0, 0, 0, 4, 8, 5, 18, 0};

  private static final String ITEM =
      "{\"id\":5,\"name\":\"\",\"tags\":[],\"color\":\"RED\",\"stock\":{}}";

  private final List<String> shown = new ArrayList<>();
  private final Http2Session session = Http2Session.forWarmup(this::exchange);
  private final WireDriver.Codec codec = session.newCodec(0);

  private static Descriptor type(String name) {
    return Objects.requireNonNull(TestSchemas.SHOP.message(name));
  }

  private ShownExchange exchange() {
    List<Call> calls =
        List.of(
            new Call(
                Metadata.parse(
                    GrpcOptions.fields(GrpcTarget.parse("grpc://host:1/shop.Items/Get"), "/a.B/C"),
                    List.of("authorization: Bearer abcd", "x-auth: efgh", "x-id: n{seq}"),
                    Generators.NONE,
                    null),
                MessageForm.compile(
                    type("shop.GetRequest"),
                    "{\"id\": {seq}, \"name\": \"a\\\"ü\"}",
                    TestSchemas.SHOP,
                    Generators.NONE,
                    Map.of()),
                Expectation.parse("OK"),
                type("shop.GetRequest"),
                type("shop.Item"),
                null));
    return new ShownExchange(
        new GrpcExchange(
            calls,
            new FailedResponses(Path.of("none")),
            1,
            TestSchemas.SHOP,
            new BodyBudget(1 << 20)),
        calls,
        new MessageDecoder(TestSchemas.SHOP),
        new AsyncDriver.Viewer() {
          @Override
          public void requested(String text) {
            shown.add(text);
          }

          @Override
          public void reading(long nanos) {
            shown.add("reading");
          }

          @Override
          public void reading(long startNanos, long endNanos) {
            throw new AssertionError("a thread that waits for answers");
          }

          @Override
          public void answered(String text) {
            shown.add(text);
          }
        });
  }

  /// What is shown of an answer, by each of its parts; and at last its outcome.
  private List<String> answer(Consumer<SampleAnswer> content) {
    codec.encode(0, 7, ByteBuffer.allocate(4096));
    shown.clear();
    SampleAnswer answer = SampleAnswer.onStream(0);
    content.accept(answer);
    Outcome outcome = read(answer.end());
    shown.add(outcome == null ? "none" : outcome.label());
    return shown;
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

  @Test
  void requestIsShownAsItIsSent() {
    codec.encode(0, 7, ByteBuffer.allocate(4096));

    assertThat(shown).hasSize(1);
    assertThat(shown.getFirst().replaceAll("takt/\\S+", "takt/#"))
        .isEqualTo(
            """
            POST /a.B/C
            :authority: host:1
            te: trailers
            content-type: application/grpc
            user-agent: takt/#
            grpc-accept-encoding: identity,gzip
            authorization: ***
            x-auth: ***
            x-id: n7

            {"id":7,"name":"a\\"ü"}\
            """);
  }

  @Test
  void requestThatDoesNotFitIsShownWhenItDoes() {
    ByteBuffer enough = ByteBuffer.allocate(4096);
    codec.encode(0, 7, enough);
    for (int room = 0; room < enough.position(); room++) {
      ByteBuffer out = ByteBuffer.allocate(room);
      assertThatThrownBy(() -> codec.encode(0, 7, out)).isInstanceOf(BufferOverflowException.class);
    }
    assertThat(shown).hasSize(1);
    codec.encode(0, 7, ByteBuffer.allocate(enough.position()));
    assertThat(shown).hasSize(2);
    assertThat(shown.getLast()).isEqualTo(shown.getFirst());
  }

  @Test
  void answerIsShownWhenItsStatusHasCome() {
    assertThat(answer(a -> a.head(200, HEAD).data(MESSAGE).trailers(OK)))
        .containsExactly(
            "reading",
            "",
            "reading",
            "",
            "reading",
            "OK\ncontent-type: application/grpc\nx-pod: a-1\n\n" + ITEM,
            "ok");
  }

  @Test
  void statusIsShownWithItsMessageAndTrailers() {
    assertThat(answer(a -> a.head(200, HEAD).trailers(NOT_FOUND)))
        .endsWith(
            "NOT_FOUND: no item ü\\n\\\"at all\\\"\ncontent-type: application/grpc\nx-pod: a-1\n"
                + "trailer x-cost: 3\ntrailer session-id: ***",
            "NOT_FOUND");
    assertThat(answer(a -> a.head(200, HEAD.with("grpc-status", "99"))))
        .endsWith(
            "UNKNOWN (grpc-status 99)\ncontent-type: application/grpc\nx-pod: a-1", "UNKNOWN");
  }

  @Test
  void answerWithoutAStatusIsShown() {
    assertThat(answer(a -> a.head(503, FieldBlock.EMPTY.with("server", "proxy"))))
        .endsWith(
            "no grpc-status (HTTP status 503)\nserver: proxy", "UNAVAILABLE (HTTP status 503)");
    assertThat(answer(a -> a.head(200, FieldBlock.EMPTY).data(MESSAGE)))
        .endsWith("no grpc-status", "UNKNOWN: the answer is not application/grpc");
  }

  @Test
  void messagesThatCannotBeReadAreNamed() {
    byte[] invalid = {0, 0, 0, 0, 2, 18, 9};
    assertThat(answer(a -> a.head(200, HEAD).data(invalid).trailers(OK)))
        .element(5)
        .asString()
        .endsWith("\n\n(2 bytes: the message does not match its type)");
    assertThat(answer(a -> a.head(200, HEAD).data(Arrays.copyOf(MESSAGE, 7)).trailers(OK)))
        .element(5)
        .asString()
        .endsWith("\n\n(the message is incomplete)");
  }

  @Test
  void messageOver16MiBIsNamedByItsSize() {
    int length = (16 << 20) + 1;
    MessageFrames frames = MessageDecoder.ofOneAnswer();
    frames.begin(true);
    var _ = frames.take(ByteBuffer.allocate(5 + length).put((byte) 0).putInt(length).rewind());
    assertThat(new MessageDecoder(TestSchemas.SHOP).text(type("shop.Item"), frames))
        .isEqualTo("(16,777,217 bytes: the message is over 16 MiB, too large to be read)");
  }

  @Test
  void compressedMessageIsShown() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(MESSAGE, 5, 4);
    }
    byte[] message =
        ByteBuffer.allocate(5 + compressed.size())
            .put((byte) 1)
            .putInt(compressed.size())
            .put(compressed.toByteArray())
            .array();
    FieldBlock gzipped = HEAD.with("grpc-encoding", "gzip");
    assertThat(answer(a -> a.head(200, gzipped).data(message).trailers(OK)))
        .element(5)
        .asString()
        .endsWith("\ngrpc-encoding: gzip\n\n" + ITEM);
  }

  @Test
  void partOfAnAnswerIsShownIfNoMoreComes() {
    codec.encode(0, 7, ByteBuffer.allocate(4096));
    shown.clear();
    codec.abandoned();
    assertThat(shown).containsExactly("");

    codec.encode(0, 7, ByteBuffer.allocate(4096));
    ByteBuffer frames =
        SampleAnswer.onStream(0).head(200, HEAD).data(Arrays.copyOf(MESSAGE, 7)).trailers(OK).end();
    read(frames.limit(frames.limit() - FRAME_HEADER_BYTES - OK.length()));
    shown.clear();
    codec.abandoned();
    codec.abandoned();
    assertThat(shown)
        .containsExactly(
            "no grpc-status\ncontent-type: application/grpc\nx-pod: a-1\n\n"
                + "(the message is incomplete)",
            "");
  }

  @Test
  void textIsTakenApart() {
    WireDriver.Message message =
        CallText.parse("OK\na: ü\n\n{\"b\":\"\n\n\"}".getBytes(StandardCharsets.UTF_8));
    assertThat(message.head()).containsExactly("OK", "a: ü");
    assertThat(message.body()).asString(StandardCharsets.UTF_8).isEqualTo("{\"b\":\"\n\n\"}");
    assertThat(CallText.parse("OK\na: b".getBytes(StandardCharsets.UTF_8)).body()).isEmpty();
  }
}
