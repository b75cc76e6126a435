package dev.takt.driver.http;

import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Reads answers of one HTTP/1.1 connection (RFC 9112), piece by piece as bytes come.
///
/// Bodies are skipped unless somebody wants them. Nothing is allocated per answer.
final class AnswerReader {

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
  static final Outcome BAD_CHUNK = Outcome.failed("malformed chunk");
  static final Outcome HEAD_TOO_LONG = Outcome.failed("answer header over 64 KiB");

  private static final Outcome[] UNEXPECTED = unexpected();

  /// The status 404.
  static final Outcome NOT_FOUND = UNEXPECTED[404];

  private static final int LONGEST_HEAD = 64 * 1024;
  private static final long NO_LENGTH = -1;

  /// Wants the bodies of answers.
  interface Body {

    /// The next `length` bytes at the buffer's position are of the body. The position is left as it
    /// was.
    void take(ByteBuffer in, int length);
  }

  private ExpectedStatus expected = ExpectedStatus.parse("2xx");
  private boolean answerHasNoBody;
  private @Nullable Body body;
  private Part part = Part.STATUS_LINE;
  private int status;
  private long length;
  private boolean chunked;
  private boolean reusable;
  private int headBytes;
  private @Nullable Outcome verdict;

  private static Outcome[] unexpected() {
    Outcome[] outcomes = new Outcome[1000];
    for (int i = 0; i < outcomes.length; i++) {
      outcomes[i] = Outcome.failed("status " + i);
    }
    return outcomes;
  }

  /// Waits for the answer to a request.
  ///
  /// @param answerHasNoBody whatever its header says of one
  /// @param body gets the answer's, whatever its status; null: it is skipped
  void begin(ExpectedStatus expected, boolean answerHasNoBody, @Nullable Body body) {
    this.expected = expected;
    this.answerHasNoBody = answerHasNoBody;
    this.body = body;
    begin();
  }

  private void begin() {
    part = Part.STATUS_LINE;
    headBytes = 0;
    reusable = true;
    verdict = null;
    beginHead();
  }

  private void beginHead() {
    length = NO_LENGTH;
    chunked = false;
  }

  /// As [dev.takt.load.driver.WireDriver.Codec#decode].
  @Nullable Outcome decode(ByteBuffer in) {
    boolean more = true;
    while (more && verdict == null) {
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
    return verdict;
  }

  /// Where the line that begins at the buffer's position ends: the index of its line feed, or -1 if
  /// it has not come yet.
  private int lineEnd(ByteBuffer in) {
    int end = Bytes.indexOfLineFeed(in, in.position(), in.limit());
    int soFar = (end < 0 ? in.limit() : end) - in.position();
    if (headBytes + soFar > LONGEST_HEAD) {
      fail(HEAD_TOO_LONG);
    }
    return end;
  }

  private boolean statusLine(ByteBuffer in) {
    int start = in.position();
    if (in.remaining() >= 5 && !Bytes.startsWith(in, start, "HTTP/")) {
      return fail(NOT_HTTP);
    }
    int end = lineEnd(in);
    if (end < 0) {
      return false;
    }
    if (end - start < 12 || !Bytes.startsWith(in, start, "HTTP/1.") || in.get(start + 8) != ' ') {
      return fail(NOT_HTTP);
    }
    status = Bytes.decimal(in, start + 9, start + 12);
    if (status < 100 || status > 599) {
      return fail(NOT_HTTP);
    }
    if (in.get(start + 7) == '0') {
      reusable = false;
    }
    consumeLine(in, end);
    part = Part.HEADERS;
    return true;
  }

  private void consumeLine(ByteBuffer in, int end) {
    headBytes += end + 1 - in.position();
    in.position(end + 1);
  }

  private boolean header(ByteBuffer in) {
    int end = lineEnd(in);
    if (end < 0) {
      return false;
    }
    int start = in.position();
    int last = end > start && in.get(end - 1) == '\r' ? end - 1 : end;
    consumeLine(in, end);
    if (last == start) {
      return endOfHead();
    }
    int first = in.get(start) | 0x20;
    if (first == 'c') {
      if (Bytes.isHeader(in, start, last, "content-length:")) {
        return contentLength(in, start + 15, last);
      } else if (Bytes.isHeader(in, start, last, "connection:")) {
        connection(in, start + 11, last);
      }
    } else if (first == 't' && Bytes.isHeader(in, start, last, "transfer-encoding:")) {
      chunked = Bytes.containsWord(in, start + 18, last, "chunked");
    }
    return true;
  }

  private boolean contentLength(ByteBuffer in, int from, int to) {
    length = Bytes.trimmedDecimal(in, from, to);
    return length >= 0 || fail(NOT_HTTP);
  }

  private void connection(ByteBuffer in, int from, int to) {
    if (Bytes.containsWord(in, from, to, "close")) {
      reusable = false;
    } else if (Bytes.containsWord(in, from, to, "keep-alive")) {
      reusable = true;
    }
  }

  private boolean endOfHead() {
    if (status < 200 && status != 101) {
      part = Part.STATUS_LINE;
      beginHead();
      return true;
    }
    if (answerHasNoBody || status == 204 || status == 304 || status == 101) {
      return complete();
    }
    if (chunked) {
      part = Part.CHUNK_SIZE;
    } else if (length == NO_LENGTH) {
      part = Part.BODY_UNTIL_CLOSE;
      reusable = false;
    } else if (length == 0) {
      return complete();
    } else {
      part = Part.BODY;
    }
    return true;
  }

  private boolean skipBody(ByteBuffer in) {
    int skipped = (int) Math.min(length, in.remaining());
    tell(in, skipped);
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

  private void tell(ByteBuffer in, int bytes) {
    if (body != null) {
      body.take(in, bytes);
    }
  }

  private boolean chunkSize(ByteBuffer in) {
    int end = Bytes.indexOfLineFeed(in, in.position(), in.limit());
    if (end < 0) {
      return in.remaining() > 1024 && fail(BAD_CHUNK);
    }
    length = Bytes.hexadecimal(in, in.position(), end);
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
    if (end < 0 ? in.remaining() > 1 : end - in.position() > 1) {
      return fail(BAD_CHUNK);
    }
    if (end < 0) {
      return false;
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
    int start = in.position();
    boolean blank = end == start || (end == start + 1 && in.get(start) == '\r');
    consumeLine(in, end);
    return !blank || complete();
  }

  private boolean skipAll(ByteBuffer in) {
    tell(in, in.remaining());
    in.position(in.limit());
    return false;
  }

  private boolean complete() {
    verdict = expected.contains(status) ? Outcome.OK : UNEXPECTED[status];
    return false;
  }

  private boolean fail(Outcome outcome) {
    reusable = false;
    verdict = outcome;
    return false;
  }

  /// As [dev.takt.load.driver.WireDriver.Codec#decodeEnd].
  @Nullable Outcome decodeEnd() {
    if (part == Part.BODY_UNTIL_CLOSE) {
      complete();
    }
    return verdict;
  }

  /// Whether the connection can carry another request.
  boolean isReusable() {
    return reusable;
  }

  /// Forgets what has come of an answer.
  void reset() {
    begin();
  }
}
