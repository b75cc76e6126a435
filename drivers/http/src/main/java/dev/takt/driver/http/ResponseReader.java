package dev.takt.driver.http;

import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.KeyValueOutcomes;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Parses the responses on one HTTP/1.1 connection (RFC 9112) incrementally, as bytes arrive. Or
/// those on a stream of HTTP/2, written as text: there, the end of the stream ends a response, as
/// that of a connection does, and the next one is on another stream.
///
/// Skips bodies unless the caller requests them. Does not allocate per response.
final class ResponseReader {

  private enum Part {
    STATUS_LINE,
    HEADERS,
    BODY,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILERS,
    BODY_UNTIL_CLOSE
  }

  static final Outcome NOT_HTTP = Outcome.failed("not an HTTP/1.1 answer");
  static final Outcome INVALID_LENGTH = Outcome.failed("invalid Content-Length");
  static final Outcome DIFFERING_LENGTHS = Outcome.failed("differing values of Content-Length");
  static final Outcome OTHER_LENGTH = Outcome.failed("a body of another length than announced");
  static final Outcome BAD_CHUNK = Outcome.failed("malformed chunk");
  static final Outcome HEAD_TOO_LONG = Outcome.failed("answer header over 64 KiB");

  // Created when a status is first read: all two thousand would delay the first request.
  private static final @Nullable Outcome[] EXPECTED = new Outcome[Outcome.MAX_STATUS + 1];
  private static final @Nullable Outcome[] UNEXPECTED = new Outcome[Outcome.MAX_STATUS + 1];

  /// The status 404, always this object.
  static final Outcome NOT_FOUND = unexpected(404);

  static final int MAX_HEAD_BYTES = 64 * 1024;

  /// Maximum length of a chunk header: the chunk's size and extensions.
  private static final int MAX_CHUNK_LINE_BYTES = 4 * 1024;

  /// Kinds of requests that affect the framing of the response.
  enum RequestKind {
    /// `HEAD`: the response never has a body.
    HEAD,

    /// `CONNECT`: after a 2xx response the connection is a tunnel.
    CONNECT,

    /// Any other method.
    OTHER;

    static RequestKind by(String method) {
      return switch (method) {
        case "HEAD" -> HEAD;
        case "CONNECT" -> CONNECT;
        default -> OTHER;
      };
    }
  }

  /// Receives the bodies of responses.
  interface Body {

    /// Takes the next `length` bytes of the body, at the buffer's position. Does not change the
    /// position.
    void take(ByteBuffer in, int length);
  }

  /// Receives the fields of the heads of responses.
  interface Fields {

    /// A head begins; the fields so far belong to an interim response.
    void beginHead();

    /// Takes the field from `from` to `to` (exclusive), which has no line end.
    void field(ByteBuffer in, int from, int to);
  }

  private final RedirectOutcomes redirects;
  private final FailedResponses failures;
  private final boolean follows;
  private final boolean isStream;
  private final ResponseHead head = new ResponseHead();
  private final ResponseCapture capture = new ResponseCapture();
  private ExpectedStatus expected = ExpectedStatus.parse("2xx");
  private RequestKind requestKind = RequestKind.OTHER;
  private @Nullable Body body;
  private @Nullable Fields fields;
  private Part part = Part.STATUS_LINE;
  private int status;

  /// The number of bytes of the body or chunk still to come.
  private long length;

  private boolean reusable;
  private int headBytes;
  private @Nullable Outcome result;

  /// The failure to return when the response is complete, because of its status; null if the status
  /// is expected.
  private @Nullable Outcome unexpected;

  /// @param follows whether redirects are followed and thus not counted as failures
  /// @param isStream whether responses are those on a stream of HTTP/2
  ResponseReader(
      RedirectOutcomes redirects, FailedResponses failures, boolean follows, boolean isStream) {
    this.isStream = isStream;
    this.redirects = redirects;
    this.failures = failures;
    this.follows = follows;
  }

  /// Prepares for the response to a request.
  ///
  /// @param body receives the body, whatever the status; null to skip it
  void begin(ExpectedStatus expected, RequestKind requestKind, @Nullable Body body) {
    begin(expected, requestKind, body, null);
  }

  /// The same with a receiver of fields.
  ///
  /// @param fields receives the fields of the head; null for none
  void begin(
      ExpectedStatus expected,
      RequestKind requestKind,
      @Nullable Body body,
      @Nullable Fields fields) {
    this.expected = expected;
    this.requestKind = requestKind;
    this.body = body;
    this.fields = fields;
    begin();
  }

  private void begin() {
    part = Part.STATUS_LINE;
    headBytes = 0;
    reusable = true;
    result = null;
    unexpected = null;
    head.begin();
    capture.begin(body != null && failures.wants(KeyValueOutcomes.UNEXPECTED_STATE.label()));
  }

  /// See [dev.takt.load.driver.WireDriver.Codec#decode].
  @Nullable Outcome decode(ByteBuffer in) {
    boolean more = true;
    capture.receive(in, part == Part.STATUS_LINE || part == Part.HEADERS);
    while (more && result == null) {
      more =
          switch (part) {
            case STATUS_LINE -> statusLine(in);
            case HEADERS -> header(in);
            case BODY, CHUNK -> skipBody(in);
            case CHUNK_SIZE -> chunkSize(in);
            case CHUNK_END -> chunkEnd(in);
            case TRAILERS -> trailer(in);
            case BODY_UNTIL_CLOSE -> skipAll(in);
          };
    }
    if (result == null) {
      capture.copyHead(in);
    } else if (in.hasRemaining() && reusable) {
      skipLineBreak(in);
    }
    return result;
  }

  /// Skips the empty line that some servers send after a body, which belongs to no response.
  private static void skipLineBreak(ByteBuffer in) {
    if (in.get(in.position()) == '\r') {
      in.position(in.position() + 1);
    }
    if (in.hasRemaining() && in.get(in.position()) == '\n') {
      in.position(in.position() + 1);
    }
  }

  /// The end of the line at the buffer's position: the index of its line feed, or -1 if it has not
  /// arrived or the head is too long.
  private int lineEnd(ByteBuffer in) {
    return bounded(in, Bytes.indexOfLineFeed(in, in.position(), in.limit()));
  }

  private int bounded(ByteBuffer in, int end) {
    int soFar = (end < 0 ? in.limit() : end) - in.position();
    if (headBytes + soFar > MAX_HEAD_BYTES) {
      fail(HEAD_TOO_LONG);
      return -1;
    }
    return end;
  }

  /// The same for a field, which may be folded into several lines: it ends where the next line does
  /// not begin with white space.
  private int fieldEnd(ByteBuffer in) {
    int end = Bytes.indexOfLineFeed(in, in.position(), in.limit());
    if (end >= 0 && !isEmptyLine(in, end)) {
      while (end >= 0 && end + 1 < in.limit() && isFold(in.get(end + 1))) {
        end = Bytes.indexOfLineFeed(in, end + 1, in.limit());
      }
      if (end + 1 == in.limit()) {
        end = -1;
      }
    }
    return bounded(in, end);
  }

  private static boolean isFold(byte b) {
    return b == ' ' || b == '\t';
  }

  private static boolean isEmptyLine(ByteBuffer in, int end) {
    int start = in.position();
    return end == start || (end == start + 1 && in.get(start) == '\r');
  }

  private boolean statusLine(ByteBuffer in) {
    int start = in.position();
    if (in.hasRemaining() && isLineBreak(in.get(start))) {
      return emptyLine(in);
    }
    if (in.remaining() >= 5 && !Bytes.startsWith(in, start, "HTTP/")) {
      return fail(NOT_HTTP);
    }
    int end = lineEnd(in);
    if (end < 0) {
      return false;
    }
    status = isStream ? statusOfStream(in) : statusOf(in, end);
    if (status < 100) {
      return fail(NOT_HTTP);
    }
    head.begun(in.get(start + 7) == '0', isRedirect(status));
    consumeLine(in, end);
    part = Part.HEADERS;
    return true;
  }

  private static boolean isRedirect(int status) {
    return status >= 300 && status < 400;
  }

  private static boolean isLineBreak(byte b) {
    return b == '\r' || b == '\n';
  }

  /// Skips the empty line that some servers send after a body, when it arrives with the next
  /// response.
  private boolean emptyLine(ByteBuffer in) {
    int end = lineEnd(in);
    if (end < 0) {
      return in.remaining() > 1 && fail(NOT_HTTP);
    }
    if (!isEmptyLine(in, end)) {
      return fail(NOT_HTTP);
    }
    consumeLine(in, end);
    return true;
  }

  private static int statusOfStream(ByteBuffer in) {
    int start = in.position() + "HTTP/2 ".length();
    return Bytes.decimal(in, start, start + 3);
  }

  /// Parses the status; -1 if this is not the first line of an HTTP/1 response.
  private static int statusOf(ByteBuffer in, int end) {
    int start = in.position();
    boolean isHttp1 =
        end - start >= 12
            && Bytes.startsWith(in, start, "HTTP/1.")
            && Character.isDigit(in.get(start + 7))
            && in.get(start + 8) == ' ';
    if (!isHttp1) {
      return -1;
    }
    byte next = in.get(start + 12);
    return next == ' ' || isLineBreak(next) ? Bytes.decimal(in, start + 9, start + 12) : -1;
  }

  private void consumeLine(ByteBuffer in, int end) {
    headBytes += end + 1 - in.position();
    in.position(end + 1);
  }

  private boolean header(ByteBuffer in) {
    int end = fieldEnd(in);
    if (end < 0) {
      return false;
    }
    int start = in.position();
    boolean isEnd = isEmptyLine(in, end);
    consumeLine(in, end);
    if (isEnd) {
      return endOfHead(in);
    }
    head.add(in, start, end);
    if (fields != null) {
      fields.field(in, start, end);
    }
    return true;
  }

  /// Determines the length of the body: RFC 9112, section 6.3.
  private boolean endOfHead(ByteBuffer in) {
    if (status < 200 && status != 101) {
      part = Part.STATUS_LINE;
      head.beginNext();
      if (fields != null) {
        fields.beginHead();
      }
      return true;
    }
    capture.headEnded(in);
    reusable = isStream || head.keepsConnection();
    if (follows && hasRedirect()) {
      unexpected = unexpected(status);
    } else if (!expected.contains(status)) {
      unexpected = unexpected();
      if (failures.wants(unexpected.label())) {
        capture.keepBody();
      }
    }
    if (status == 101 || (requestKind == RequestKind.CONNECT && status < 300)) {
      return switchProtocol(in);
    }
    if (requestKind == RequestKind.HEAD || status == 204 || status == 304) {
      return complete();
    }
    if (!isStream && head.isChunked()) {
      part = Part.CHUNK_SIZE;
      return true;
    }
    length = head.length();
    if (length == ResponseHead.INVALID_LENGTH) {
      return fail(INVALID_LENGTH);
    } else if (length == ResponseHead.DIFFERING_LENGTHS) {
      return fail(DIFFERING_LENGTHS);
    } else if (isStream) {
      part = Part.BODY_UNTIL_CLOSE;
    } else if (length == ResponseHead.NO_LENGTH) {
      part = Part.BODY_UNTIL_CLOSE;
      reusable = false;
    } else if (length == 0) {
      return complete();
    } else {
      part = Part.BODY;
    }
    return true;
  }

  /// Ends HTTP on this connection: the bytes that follow belong to another protocol.
  private boolean switchProtocol(ByteBuffer in) {
    reusable = false;
    in.position(in.limit());
    return complete();
  }

  private boolean skipBody(ByteBuffer in) {
    int skipped = (int) Math.min(length, in.remaining());
    pass(in, skipped);
    in.position(in.position() + skipped);
    length -= skipped;
    if (length > 0) {
      return false;
    }
    if (part == Part.BODY) {
      return complete();
    }
    part = Part.CHUNK_END;
    return true;
  }

  private void pass(ByteBuffer in, int bytes) {
    capture.body(in, bytes);
    if (body != null) {
      body.take(in, bytes);
    }
  }

  private boolean chunkSize(ByteBuffer in) {
    int start = in.position();
    int end = Bytes.indexOfLineFeed(in, start, in.limit());
    if ((end < 0 ? in.limit() : end) - start > MAX_CHUNK_LINE_BYTES) {
      return fail(BAD_CHUNK);
    }
    if (end < 0) {
      return false;
    }
    boolean hasReturn = end > start && in.get(end - 1) == '\r';
    length = Bytes.hexadecimal(in, start, hasReturn ? end - 1 : end);
    if (length < 0) {
      return fail(BAD_CHUNK);
    }
    in.position(end + 1);
    headBytes = 0;
    part = length == 0 ? Part.TRAILERS : Part.CHUNK;
    return true;
  }

  private boolean chunkEnd(ByteBuffer in) {
    int end = Bytes.indexOfLineFeed(in, in.position(), in.limit());
    if (end < 0) {
      return in.remaining() > 1 && fail(BAD_CHUNK);
    }
    if (!isEmptyLine(in, end)) {
      return fail(BAD_CHUNK);
    }
    in.position(end + 1);
    part = Part.CHUNK_SIZE;
    return true;
  }

  private boolean trailer(ByteBuffer in) {
    int end = lineEnd(in);
    if (end < 0) {
      return false;
    }
    boolean isEnd = isEmptyLine(in, end);
    consumeLine(in, end);
    return !isEnd || complete();
  }

  private boolean skipAll(ByteBuffer in) {
    pass(in, in.remaining());
    in.position(in.limit());
    return false;
  }

  private boolean complete() {
    result = unexpected == null ? expected(status) : unexpected;
    return false;
  }

  private Outcome unexpected() {
    return head.locationLength() < 0
        ? unexpected(status)
        : redirects.of(status, head.location(), head.locationLength());
  }

  private boolean fail(Outcome outcome) {
    reusable = false;
    result = outcome;
    return false;
  }

  /// See [dev.takt.load.driver.WireDriver.Codec#decodeEnd].
  @Nullable Outcome decodeEnd() {
    if (part == Part.BODY_UNTIL_CLOSE) {
      if (isStream && length >= 0 && capture.bodyBytes() != length) {
        fail(OTHER_LENGTH);
      } else {
        complete();
      }
    }
    return result;
  }

  /// Keeps the response, as far as it was received, if it is the first with this failure.
  ///
  /// @param label of the failure
  /// @param in the buffer last decoded from, whose remaining bytes could not be parsed; its
  ///   position does not change. Null if no bytes remain
  void keepFailure(String label, @Nullable ByteBuffer in) {
    if (!failures.wants(label)) {
      return;
    }
    byte[] rest = new byte[0];
    if (in != null) {
      capture.copyHead(in);
      rest = new byte[Math.min(in.remaining(), ResponseCapture.MAX_BODY_BYTES)];
      in.get(in.position(), rest);
    }
    if (rest.length + capture.head().length > 0) {
      failures.keep(label, FailureText.of(label, capture, rest));
    }
  }

  /// Whether the response is a redirect that can be followed.
  boolean hasRedirect() {
    return RedirectChain.isFollowed(status) && head.locationLength() >= 0;
  }

  /// The bytes of the redirect's `Location`; only the first [#locationLength] are valid.
  byte[] location() {
    return head.location();
  }

  /// The length of the redirect's `Location` in bytes; -1 if there is none.
  int locationLength() {
    return head.locationLength();
  }

  /// Whether the connection can carry another request.
  boolean isReusable() {
    return reusable;
  }

  /// Discards the current response.
  void reset() {
    begin();
  }

  private static Outcome expected(int status) {
    Outcome known = EXPECTED[status];
    if (known == null) {
      known = Outcome.ok(status);
      EXPECTED[status] = known;
    }
    return known;
  }

  private static Outcome unexpected(int status) {
    Outcome known = UNEXPECTED[status];
    if (known == null) {
      known = Outcome.failed("status " + status, status);
      UNEXPECTED[status] = known;
    }
    return known;
  }
}
