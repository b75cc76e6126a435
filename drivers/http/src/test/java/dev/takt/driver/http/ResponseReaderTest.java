package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.http.ResponseReader.RequestKind;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// RFC 9112, sections 2 to 9, as a table: bytes in, outcome out. Each response is read whole, and
/// cut into pieces of each size.
final class ResponseReaderTest {

  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
  private static final String LENGTH = "invalid Content-Length";
  private static final String DIFFER = "differing values of Content-Length";
  private static final String NOT_HTTP = "not an HTTP/1.1 answer";
  private static final String CHUNK = "malformed chunk";

  /// More bytes are needed, and the end of the connection does not end the response.
  private static final String CUT = "cut";

  /// The end of the connection ends the response.
  private static final String UNTIL_CLOSE = "until close";

  /// @param section of RFC 9112
  /// @param kept whether the connection is used again
  /// @param left number of bytes that do not belong to the response
  record Case(
      String section, RequestKind asked, String answer, String outcome, boolean kept, int left) {
    @Override
    public String toString() {
      return section + " " + answer.replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0");
    }
  }

  private static Case kept(String section, String answer) {
    return new Case(section, RequestKind.OTHER, answer, "ok", true, 0);
  }

  private static Case closed(String section, String answer) {
    return new Case(section, RequestKind.OTHER, answer, "ok", false, 0);
  }

  private static Case fails(String section, String answer, String label) {
    return new Case(section, RequestKind.OTHER, answer, label, false, 0);
  }

  private static Case status(String section, String answer, int status) {
    return new Case(section, RequestKind.OTHER, answer, "status " + status, true, 0);
  }

  private static Case to(RequestKind asked, String section, String answer, boolean kept, int left) {
    return new Case(section, asked, answer, "ok", kept, left);
  }

  static Stream<Case> lines() {
    return Stream.of(
        kept("2.2", "\r\n" + OK + "Content-Length: 0\r\n\r\n"),
        kept("2.2", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
        fails("2.2", " \r\n" + OK, NOT_HTTP),
        fails("2.2", "\rHTTP/1.1 200 OK\r\n", NOT_HTTP),
        // White space between the status line and the first field: those lines are ignored.
        kept("2.2", OK + " X: y\r\n\tConnection: close\r\nContent-Length: 0\r\n\r\n"),
        // A bare CR and a NUL are read as spaces.
        kept("2.2", OK + "Content-Length: 2\r \r\n\r\nok"),
        fails("2.2", OK + "Content-Length: 2\rX: y\r\n\r\nok", LENGTH),
        closed("2.2", OK + "Connection: x,\0close\r\nContent-Length: 0\r\n\r\n"),
        fails("2.2", OK + "Content-Length: 1\0002\r\n\r\nok", LENGTH),
        fails("2.3", "HTTP/2 200\r\nContent-Length: 0\r\n\r\n", NOT_HTTP),
        fails("2.3", "http/1.1 200 OK\r\n\r\n", NOT_HTTP),
        fails("2.3", "HTTP/1.x 200 OK\r\n\r\n", NOT_HTTP),
        kept("2.3", "HTTP/1.9 200 OK\r\nContent-Length: 0\r\n\r\n"),
        fails("4", "ICY 200 OK\r\n\r\nok", NOT_HTTP),
        fails("4", "HTTP/1.1 20\r\n\r\n", NOT_HTTP),
        fails("4", "HTTP/1.1 2000 OK\r\n\r\n", NOT_HTTP),
        fails("4", "HTTP/1.1 200OK\r\n\r\n", NOT_HTTP),
        fails("4", "HTTP/1.1 +20 OK\r\n\r\n", NOT_HTTP),
        fails("4", "HTTP/1.1 099 OK\r\n\r\n", NOT_HTTP),
        kept("4", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"),
        kept("4", "HTTP/1.1 200 \u00c3\u0096K\r\nX: \u00c3\r\nContent-Length: 0\r\n\r\n"),
        // An unknown status class is treated as 5xx (RFC 9110, section 15).
        status("4", "HTTP/1.1 600 Odd\r\nContent-Length: 2\r\n\r\nno", 600),
        status("4", "HTTP/1.1 999 No\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 999));
  }

  static Stream<Case> fields() {
    return Stream.of(
        kept("5", OK + "X:\r\n: y\r\nno colon\r\nContent-Length: 0\r\n\r\n"),
        kept("5.1", OK + "Content-Length : 2\r\n\r\nok"),
        kept("5.1", OK + "Transfer-Encoding \t: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
        closed("5.1", OK + "Connection : close\r\nContent-Length: 0\r\n\r\n"),
        kept("5.1", OK + "Content-Length-X: 9\r\nContent-Length: 0\r\n\r\n"),
        kept("5.2", OK + "X-A: a\r\n  Content-Length: 9\r\nContent-Length: 2\r\n\r\nok"),
        kept("5.2", OK + "X-A: a\r\n\tConnection: close\r\nContent-Length: 2\r\n\r\nok"),
        kept("5.2", OK + "Content-Length:\r\n 2\r\n\r\nok"),
        kept("5.2", OK + "Content-Length: 2,\r\n\t2\r\n \r\n\r\nok"),
        fails("5.2", OK + "Content-Length: 2\r\n 3\r\n\r\nok", LENGTH),
        closed("5.2", OK + "Connection:\r\n close\r\nContent-Length: 2\r\n\r\nok"),
        kept("5.2", OK + "Transfer-Encoding:\n chunked\n\n2\nok\n0\n\n"));
  }

  static Stream<Case> lengths() {
    return Stream.of(
        kept("6.2", OK + "content-length:\t2 \t\r\n\r\nok"),
        kept("6.2", OK + "Content-Length: 0000000000000000000000002\r\n\r\nok"),
        kept("6.3-5", OK + "Content-Length: 2, 2,2\r\n\r\nok"),
        kept("6.3-5", OK + "Content-Length: ,2,\r\n\r\nok"),
        kept("6.3-5", OK + "Content-Length: 2\r\nServer: x\r\nContent-Length: 02\r\n\r\nok"),
        fails("6.3-5", OK + "Content-Length: 2, 3\r\n\r\nok", DIFFER),
        fails("6.3-5", OK + "Content-Length: 20\r\nContent-Length: 2\r\n\r\nok", DIFFER),
        fails("6.3-5", OK + "Content-Length: 2\r\nContent-Length: abc\r\n\r\nok", LENGTH),
        fails("6.3-5", OK + "Content-Length: abc\r\nContent-Length: 2\r\n\r\nok", LENGTH),
        fails("6.3-5", OK + "Content-Length: 2\r\nContent-Length:\r\n\r\nok", LENGTH),
        fails("6.3-5", OK + "Content-Length: +2\r\n\r\nok", LENGTH),
        fails("6.3-5", OK + "Content-Length: -1\r\n\r\nok", LENGTH),
        fails("6.3-5", OK + "Content-Length: 2;x\r\n\r\nok", LENGTH),
        fails("6.3-5", OK + "Content-Length: 0x2\r\n\r\nok", LENGTH),
        fails("6.3-5", OK + "Content-Length:\r\n\r\n", LENGTH),
        fails("6.3-5", OK + "Content-Length: ,\r\n\r\n", LENGTH),
        fails("6.3-5", OK + "Content-Length: 9223372036854775808\r\n\r\n", LENGTH),
        fails("6.3-5", OK + "Content-Length: 18446744073709551618\r\n\r\nok", LENGTH),
        new Case("6.3-6", RequestKind.OTHER, OK + "Content-Length: 1\r\n\r\nok", "ok", true, 1),
        new Case("8", RequestKind.OTHER, OK + "Content-Length: 3\r\n\r\nok", CUT, true, 0),
        new Case("6.3-8", RequestKind.OTHER, OK + "\r\nok", UNTIL_CLOSE, false, 0),
        new Case("6.3-8", RequestKind.OTHER, "HTTP/1.1 205 Reset\r\n\r\n", UNTIL_CLOSE, false, 0),
        new Case("8", RequestKind.OTHER, OK, CUT, true, 0));
  }

  static Stream<Case> bodiless() {
    String invalid = "Content-Length: x\r\nContent-Length: 7\r\n\r\n";
    return Stream.of(
        to(RequestKind.HEAD, "6.3-1", OK + "Content-Length: 5\r\n\r\n", true, 0),
        to(RequestKind.HEAD, "6.3-1", CHUNKED, true, 0),
        to(RequestKind.HEAD, "6.3-1", OK + invalid, true, 0),
        to(RequestKind.HEAD, "6.3-1", OK + "\r\n", true, 0),
        to(RequestKind.OTHER, "6.3-1", "HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\nok", true, 2),
        to(
            RequestKind.OTHER,
            "6.3-1",
            "HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n\r\n",
            true,
            0),
        status("6.3-1", "HTTP/1.1 304 Same\r\nContent-Length: 1234\r\n\r\n", 304),
        kept("6.3-1", "HTTP/1.1 100 Continue\r\n\r\n" + OK + "Content-Length: 2\r\n\r\nok"),
        kept("6.3-1", "HTTP/1.1 103 H\r\n" + invalid + OK + "Content-Length: 2\r\n\r\nok"),
        kept("6.3-1", "HTTP/1.1 102 P\r\n\r\n".repeat(50) + OK + "Content-Length: 0\r\n\r\n"),
        closed(
            "9.6",
            "HTTP/1.1 103 H\r\nConnection: close\r\n\r\n" + OK + "Content-Length: 0\r\n\r\n"),
        to(RequestKind.CONNECT, "6.3-2", CHUNKED + "tunnel", false, 0),
        to(RequestKind.CONNECT, "6.3-2", OK + "Content-Length: 5\r\n\r\n", false, 0),
        new Case(
            "6.3-2",
            RequestKind.CONNECT,
            "HTTP/1.1 407 Who\r\nContent-Length: 2\r\n\r\nno",
            "status 407",
            true,
            0),
        fails(
            "9.6",
            "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            "status 101"));
  }

  static Stream<Case> codings() {
    String chunks = "\r\n2\r\nok\r\n0\r\n\r\n";
    return Stream.of(
        kept("6.1", OK + "TRANSFER-ENCODING: Chunked\r\n" + chunks),
        kept("6.1", OK + "Transfer-Encoding: gzip, chunked\r\n" + chunks),
        kept("6.1", OK + "Transfer-Encoding: gzip\r\nTransfer-Encoding:chunked\r\n" + chunks),
        kept("6.1", OK + "Transfer-Encoding: chunked,\r\n" + chunks),
        kept("6.1", OK + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n" + chunks),
        closed("6.1", OK + "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok"),
        closed("6.1", OK + "Content-Length: 100\r\nTransfer-Encoding: chunked\r\n" + chunks),
        closed("6.1", OK + "Transfer-Encoding: chunked\r\nContent-Length: x\r\n" + chunks),
        closed(
            "6.1",
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n" + chunks),
        until("6.3-4", OK + "Transfer-Encoding: gzip\r\nContent-Length: 1\r\n" + chunks),
        until("6.3-4", OK + "Transfer-Encoding: chunked, gzip\r\n" + chunks),
        until("6.3-4", OK + "Transfer-Encoding: xchunked\r\n" + chunks),
        until("6.3-4", OK + "Transfer-Encoding: \"chunked\"\r\n" + chunks),
        until("7", OK + "Transfer-Encoding: chunked;q=1\r\n" + chunks));
  }

  private static Case until(String section, String answer) {
    return new Case(section, RequestKind.OTHER, answer, UNTIL_CLOSE, false, 0);
  }

  static Stream<Case> chunks() {
    return Stream.of(
        kept("7.1", CHUNKED + "0\r\n\r\n"),
        kept("7.1", CHUNKED + "a\r\n0123456789\r\nA\r\n0123456789\r\n000\r\n\r\n"),
        kept("7.1", CHUNKED + "5\r\nhel\nl\r\n0\r\n\r\n"),
        kept("7.1", CHUNKED + "0".repeat(19) + "2\r\nok\r\n0\r\n\r\n"),
        kept("7.1", CHUNKED + "00000002  \r\nok\r\n00000000\r\n\r\n"),
        kept("7.1.1", CHUNKED + "2;a=b;c=\"d;e\"\r\nok\r\n0;x\r\n\r\n"),
        kept("7.1.1", CHUNKED + "2 \t; a = \"5\\\"\"\r\nok\r\n0 ;x\r\n\r\n"),
        kept("7.1.1", CHUNKED + "2;" + "x".repeat(3000) + "\r\nok\r\n0\r\n\r\n"),
        fails("7.1.1", CHUNKED + "2;" + "x".repeat(5000) + "\r\nok\r\n0\r\n\r\n", CHUNK),
        kept("7.1.2", CHUNKED + "2\r\nok\r\n0\r\nX-Sum: 1\r\n folded\r\n\r\n"),
        kept("7.1.2", CHUNKED + "0\r\nConnection: close\r\nContent-Length: 7\r\n\r\n"),
        fails("7.1", CHUNKED + "\r\n", CHUNK),
        fails("7.1", CHUNKED + "x\r\n", CHUNK),
        fails("7.1", CHUNKED + "-1\r\n", CHUNK),
        fails("7.1", CHUNKED + "+1\r\n", CHUNK),
        fails("7.1", CHUNKED + "0x2\r\nok\r\n", CHUNK),
        fails("7.1", CHUNKED + " 2\r\nok\r\n", CHUNK),
        fails("7.1", CHUNKED + "2 ok\r\nok\r\n", CHUNK),
        fails("7.1", CHUNKED + "2\rx\r\nok\r\n", CHUNK),
        fails("7.1", CHUNKED + "8000000000000000\r\n", CHUNK),
        fails("7.1", CHUNKED + "10000000000000002\r\nok\r\n0\r\n\r\n", CHUNK),
        fails("7.1", CHUNKED + "ffffffffffffffff\r\n", CHUNK),
        fails("7.1", CHUNKED + "2\r\nokxx\r\n", CHUNK),
        new Case("7.1", RequestKind.OTHER, CHUNKED + "0\r\n\r\nmore", "ok", true, 4),
        new Case("8", RequestKind.OTHER, CHUNKED + "7fffffffffffffff\r\nok", CUT, true, 0),
        new Case("8", RequestKind.OTHER, CHUNKED + "2\r\nok\r\n", CUT, true, 0),
        new Case("8", RequestKind.OTHER, CHUNKED + "0\r\n", CUT, true, 0));
  }

  static Stream<Case> connections() {
    String end = "Content-Length: 0\r\n\r\n";
    return Stream.of(
        closed("9.3", OK + "Connection: close\r\n" + end),
        closed("9.3", OK + "Connection: CLOSE\r\n" + end),
        closed("9.3", OK + "Connection: upgrade , close,x\r\n" + end),
        closed("9.3", OK + "Connection: close\r\nConnection: keep-alive\r\n" + end),
        closed("9.3", OK + "Connection: keep-alive\r\nConnection: x, close\r\n" + end),
        closed("9.3", OK + "Connection: keep-alive, close\r\n" + end),
        kept("9.3", OK + "Connection: closely, not-close\r\n" + end),
        kept("9.3", OK + "X-Connection: close\r\nConnection-X: close\r\n" + end),
        kept("9.3", OK + "Connection: foo, Keep-Alive\r\nKeep-Alive: timeout=5\r\n" + end),
        closed("9.3", "HTTP/1.0 200 OK\r\n" + end),
        closed("9.3", "HTTP/1.0 200 OK\r\nConnection: whatever\r\n" + end),
        kept("9.3", "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n" + end),
        closed("9.3", "HTTP/1.0 200 OK\r\nConnection: keep-alive, close\r\n" + end));
  }

  @ParameterizedTest
  @MethodSource({"lines", "fields", "lengths", "bodiless", "codings", "chunks", "connections"})
  void answerIsReadTheSameHoweverItIsCut(Case each) {
    ResponseReader reader =
        new ResponseReader(
            new RedirectOutcomes(), new FailedResponses(Path.of("none")), false, false);
    int length = each.answer.length();
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      for (int piece = 1; piece <= length; piece += length > 1000 && piece > 9 ? 97 : 1) {
        check(each, reader, piece, order);
      }
      check(each, reader, length, order);
    }
  }

  private static void check(Case each, ResponseReader reader, int piece, ByteOrder order) {
    reader.begin(ExpectedStatus.parse("2xx"), each.asked, null);
    byte[] bytes = each.answer.getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer in = ByteBuffer.allocate(bytes.length + 1).order(order);
    Outcome outcome = null;
    int fed = 0;
    while (outcome == null && fed < bytes.length) {
      int next = Math.min(piece, bytes.length - fed);
      in.put(bytes, fed, next);
      fed += next;
      in.flip();
      outcome = reader.decode(in);
      in.compact();
    }
    String how = "in pieces of " + piece;
    switch (each.outcome) {
      case CUT -> {
        assertThat(outcome).as(how).isNull();
        assertThat(reader.decodeEnd()).as(how).isNull();
      }
      case UNTIL_CLOSE -> {
        assertThat(outcome).as(how).isNull();
        assertThat(reader.decodeEnd()).as(how).isEqualTo(Outcome.ok(status(each)));
        assertThat(reader.isReusable()).as(how).isFalse();
      }
      default -> {
        assertThat(outcome).as(how).isNotNull().extracting(Outcome::label).isEqualTo(each.outcome);
        assertThat(reader.isReusable()).as(how).isEqualTo(each.kept);
        if (each.kept || each.outcome.equals("ok")) {
          int left = each.kept ? in.position() + bytes.length - fed : 0;
          assertThat(left).as(how).isEqualTo(each.left);
        }
      }
    }
  }

  private static int status(Case each) {
    return Integer.parseInt(each.answer.substring(9, 12));
  }

  @ParameterizedTest
  @CsvSource({
    "\\r\\n, 0",
    "\\n, 0",
    "\\r, 0",
    "\\r\\nmore, 4",
    "\\r\\n\\r\\n, 2",
    "\\r\\nHTTP/1.1 200 OK, 15",
  })
  void emptyLineAfterABodyIsSkipped(String after, int left) {
    ResponseReader reader =
        new ResponseReader(
            new RedirectOutcomes(), new FailedResponses(Path.of("none")), false, false);
    reader.begin(ExpectedStatus.parse("2xx"), RequestKind.OTHER, null);
    String answer =
        OK + "Content-Length: 2\r\n\r\nok" + after.replace("\\r", "\r").replace("\\n", "\n");
    ByteBuffer in = ByteBuffer.wrap(answer.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(reader.decode(in)).isEqualTo(Outcome.ok(200));
    assertThat(reader.isReusable()).isTrue();
    assertThat(in.remaining()).isEqualTo(left);
  }

  @Test
  void nothingIsAllocatedPerAnswer() throws ReflectiveOperationException {
    ResponseReader reader =
        new ResponseReader(
            new RedirectOutcomes(), new FailedResponses(Path.of("none")), false, false);
    ExpectedStatus expected = ExpectedStatus.parse("2xx");
    List<ByteBuffer> answers =
        Stream.of(lines(), fields(), lengths(), bodiless(), codings(), chunks(), connections())
            .flatMap(cases -> cases)
            .map(each -> ByteBuffer.wrap(each.answer.getBytes(StandardCharsets.ISO_8859_1)))
            .toList();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 10; round++) {
      long before = Allocation.bytes();
      for (int i = 0; i < 5_000; i++) {
        readInHalves(reader, expected, answers.get(i % answers.size()));
      }
      least = Math.min(least, Allocation.bytes() - before);
    }
    assertThat(least / 5_000).isZero();
  }

  private static @Nullable Outcome readInHalves(
      ResponseReader reader, ExpectedStatus expected, ByteBuffer answer) {
    reader.begin(expected, RequestKind.OTHER, null);
    answer.clear().limit(answer.capacity() / 2);
    Outcome outcome = reader.decode(answer);
    answer.limit(answer.capacity());
    return outcome == null ? reader.decode(answer) : outcome;
  }
}
