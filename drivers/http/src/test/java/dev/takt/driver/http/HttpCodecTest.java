package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver.Codec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Real servers' responses, whole and split at every position.
final class HttpCodecTest {

  private static final String OK =
      "HTTP/1.1 200 OK\r\nServer: x\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello";

  private final Codec codec = codec(Map.of());

  private static Codec codec(Map<String, Object> properties) {
    try {
      return HttpDriver.open(Requests.of("http://127.0.0.1:1/", properties))
          .newSession()
          .newCodec(0);
    } catch (DriverException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isOk(@Nullable Outcome outcome) {
    return outcome != null && outcome.isOk();
  }

  private static void request(Codec codec) {
    codec.encode(0, 0, ByteBuffer.allocate(4096));
  }

  private @Nullable Outcome answer(String text) {
    return answer(codec, text, text.length(), ByteOrder.BIG_ENDIAN);
  }

  /// Feeds the text in pieces, as an event loop does.
  private static @Nullable Outcome answer(Codec codec, String text, int piece, ByteOrder order) {
    request(codec);
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer in = ByteBuffer.allocate(bytes.length + 1).order(order);
    for (int from = 0; from < bytes.length; from += piece) {
      in.put(bytes, from, Math.min(piece, bytes.length - from));
      in.flip();
      Outcome outcome = codec.decode(in);
      if (outcome != null) {
        assertThat(from + piece)
            .as("decided before all had come")
            .isGreaterThanOrEqualTo(bytes.length);
        assertThat(in.hasRemaining()).isFalse();
        return outcome;
      }
      in.compact();
    }
    return null;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        OK,
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
        "HTTP/1.1 200 \r\nCONTENT-LENGTH: \t 2 \r\n\r\nok",
        "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 100 Continue\r\n\r\n" + OK,
        "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n" + OK,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, Chunked\r\n\r\n5\r\nhello\r\nA;x=y\r\n0123456789\r\n000\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel\nl\r\n0\r\nTrailer: 1\r\nX: 2\r\n\r\n",
      })
  void anAnswerIsTheSameHoweverItIsCut(String text) {
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      for (int piece = 1; piece <= text.length(); piece++) {
        assertThat(answer(codec, text, piece, order))
            .as("in pieces of %d", piece)
            .matches(HttpCodecTest::isOk);
        assertThat(codec.isReusable()).isTrue();
      }
    }
  }

  @Test
  void anAnswerThatIsCutOffIsNotComplete() {
    for (int end = 0; end < OK.length(); end++) {
      assertThat(answer(OK.substring(0, end))).as("cut at %d", end).isNull();
      assertThat(codec.decodeEnd()).as("cut at %d", end).isNull();
    }
  }

  @Test
  void aBodyWithoutLengthEndsWithTheConnection() {
    assertThat(answer("HTTP/1.1 200 OK\r\n\r\nsome")).isNull();
    assertThat(codec.decodeEnd()).matches(HttpCodecTest::isOk);
    assertThat(codec.isReusable()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1,close,false",
    "HTTP/1.1,Close,false",
    "HTTP/1.1,'upgrade, close',false",
    "HTTP/1.1,closely,true",
    "HTTP/1.1,keep-alive,true",
    "HTTP/1.0,whatever,false",
    "HTTP/1.0,Keep-Alive,true"
  })
  void theConnectionIsKeptAsTheServerSays(String version, String connection, boolean kept) {
    String text =
        version + " 200 OK\r\nContent-Length: 0\r\nConnection: " + connection + "\r\n\r\n";
    assertThat(answer(text)).matches(HttpCodecTest::isOk);
    assertThat(codec.isReusable()).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({
    "200,ok",
    "301,status 301",
    "404,status 404",
    "503,status 503",
    "199,",
    "418,status 418"
  })
  void unexpectedStatusesAreFailuresWithTheirNumber(int status, @Nullable String label) {
    Outcome outcome = answer("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n");
    assertThat(outcome == null ? null : outcome.label()).isEqualTo(label);
  }

  @ParameterizedTest
  @CsvSource({
    "/login,status 302 to /login",
    "/login?next=/a#b,status 302 to /login",
    "https://user:secret@host:1/x,status 302 to https://host:1/x",
    "//user@host,status 302 to //host",
    "/mail/a@b,status 302 to /mail/a@b",
    "/a;jsessionid=secret?b,status 302 to /a",
    "?page=2,status 302 to an empty place",
    "'/\u001b[31m\u00ff',status 302 to /?[31m?"
  })
  void redirectFailsWithItsPlaceAndWithoutSecrets(String location, String label) {
    assertThat(redirect(location)).isEqualTo(Outcome.failed(label, 302));
  }

  private @Nullable Outcome redirect(String location) {
    return answer("HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
  }

  @Test
  void placesOfRedirectsAreNamedUpToALimit() {
    Set<String> labels = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      labels.add(Objects.requireNonNull(redirect("/items/" + i % 500)).label());
    }
    assertThat(labels)
        .hasSize(RedirectOutcomes.MAX_PLACES + 1)
        .contains("status 302 to /items/0", "status 302 to other places");
    assertThat(redirect("/items/0")).isSameAs(redirect("/items/0?again"));
  }

  @Test
  void longPlaceIsShortened() {
    assertThat(Objects.requireNonNull(redirect("/" + "x".repeat(1000))).label())
        .hasSize("status 302 to ".length() + 60)
        .endsWith("x…");
  }

  @Test
  void theExpectedStatusesCanBeChosen() {
    Codec strict = codec(Map.of("expect", "201, 4xx"));
    String created = "HTTP/1.1 201 X\r\nContent-Length: 0\r\n\r\n";
    assertThat(answer(strict, created, 7, ByteOrder.BIG_ENDIAN)).matches(HttpCodecTest::isOk);
    String missing = "HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n";
    assertThat(answer(strict, missing, 7, ByteOrder.BIG_ENDIAN)).matches(HttpCodecTest::isOk);
    Outcome ok = answer(strict, OK, 100, ByteOrder.BIG_ENDIAN);
    assertThat(ok).isNotNull().extracting(Outcome::label).isEqualTo("status 200");
  }

  @Test
  void theAnswerToHeadHasNoBody() {
    Codec head = codec(Map.of("method", "HEAD"));
    String text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    assertThat(answer(head, text, 3, ByteOrder.BIG_ENDIAN)).matches(HttpCodecTest::isOk);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/2 200\r\n\r\n",
        "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 20\r\n\r\n",
        "\u0015\u0003\u0001\u0000\u0002\u0002\u0016",
      })
  void whatIsNotHttpIsAFailure(String text) {
    request(codec);
    Outcome outcome = codec.decode(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    assertThat(outcome).isEqualTo(ResponseReader.NOT_HTTP);
    assertThat(codec.isReusable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x\r\n", "\r\n", "-1\r\n", "fffffffffffffffff\r\n", "5 hello\r\n12345xx"})
  void aMalformedChunkIsAFailure(String chunk) {
    request(codec);
    String text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk;
    assertThat(codec.decode(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1))))
        .isEqualTo(ResponseReader.BAD_CHUNK);
  }

  @Test
  void anEndlessHeaderIsAFailure() {
    request(codec);
    ByteBuffer in = ByteBuffer.allocate(70_000);
    in.put("HTTP/1.1 200 OK\r\nX: ".getBytes(StandardCharsets.ISO_8859_1));
    while (in.hasRemaining()) {
      in.put((byte) 'a');
    }
    in.flip();
    assertThat(codec.decode(in)).isEqualTo(ResponseReader.HEAD_TOO_LONG);
  }

  @Test
  void manySmallHeadersAreTooMuchAsWell() {
    request(codec);
    ByteBuffer in =
        ByteBuffer.wrap("X: 0123456789\r\n".repeat(10_000).getBytes(StandardCharsets.ISO_8859_1));
    assertThat(
            codec.decode(
                ByteBuffer.wrap("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.ISO_8859_1))))
        .isNull();
    assertThat(codec.decode(in)).isEqualTo(ResponseReader.HEAD_TOO_LONG);
  }

  @Test
  void answersFollowEachOtherOnOneConnection() {
    for (int i = 0; i < 3; i++) {
      assertThat(answer(OK)).matches(HttpCodecTest::isOk);
      assertThat(answer("HTTP/1.1 500 X\r\nContent-Length: 1\r\n\r\nx"))
          .doesNotMatch(HttpCodecTest::isOk);
    }
  }

  @Test
  void theSampleAnswerIsWhatIsExpected() throws DriverException {
    for (Map<String, Object> properties :
        List.<Map<String, Object>>of(
            Map.of(), Map.of("expect", "404"), Map.of("expect", "204"), Map.of("method", "HEAD"))) {
      HttpDriver driver = HttpDriver.open(Requests.of("http://127.0.0.1:1/", properties));
      Codec own = driver.newSession().newCodec(0);
      request(own);
      ByteBuffer sample = driver.sampleAnswer(0);
      assertThat(own.decode(sample)).as("%s", properties).matches(HttpCodecTest::isOk);
      assertThat(sample.hasRemaining()).isFalse();
    }
  }
}
