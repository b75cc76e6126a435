package dev.takt.driver.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// The fields of a response head that determine the length of the body and the fate of the
/// connection (RFC 9112, sections 6 and 9.3). Fields are added one by one; other fields are
/// ignored.
///
/// Fields may be folded over several lines: line feeds, carriage returns and NULs inside a value
/// are read as spaces. White space between a name and its colon is ignored.
///
/// A list of equal lengths counts as one length. `identity` does not count as a coding: old servers
/// send it with a `Content-Length` (RFC 2616, section 3.6).
final class ResponseHead {

  /// No `Content-Length` was sent.
  static final long NO_LENGTH = -1;

  /// A length is not a number of up to 18 digits.
  static final long INVALID_LENGTH = -2;

  /// There are several lengths, and they differ.
  static final long DIFFERING_LENGTHS = -3;

  private static final String CONTENT_LENGTH = "content-length";
  private static final String TRANSFER_ENCODING = "transfer-encoding";
  private static final String CONNECTION = "connection";
  private static final String LOCATION = "location";

  private boolean http10;
  private boolean redirect;
  private byte[] location = new byte[256];
  private int locationLength;
  private long length;
  private boolean transferEncoding;
  private boolean encoded;
  private boolean chunked;
  private boolean keepAlive;
  private boolean close;

  /// Begins the first head of a response.
  void begin() {
    close = false;
    beginNext();
  }

  /// Begins the head after an interim response. A `Connection: close` in the latter remains in
  /// force.
  void beginNext() {
    http10 = false;
    redirect = false;
    locationLength = -1;
    length = NO_LENGTH;
    transferEncoding = false;
    encoded = false;
    chunked = false;
    keepAlive = false;
  }

  /// Begins with the version and status from the first line.
  ///
  /// @param isHttp10 whether the version is HTTP/1.0
  /// @param isRedirect whether to keep `Location`
  void begun(boolean isHttp10, boolean isRedirect) {
    http10 = isHttp10;
    redirect = isRedirect;
  }

  /// Adds the field from `from` to `to` (exclusive), which has no line end.
  void add(ByteBuffer in, int from, int to) {
    switch (in.get(from) | 0x20) {
      case 'c' -> {
        int value = Bytes.valueOf(in, from, to, CONTENT_LENGTH);
        if (value >= 0) {
          addLengths(in, value, to);
          return;
        }
        value = Bytes.valueOf(in, from, to, CONNECTION);
        if (value >= 0) {
          addOptions(in, value, to);
        }
      }
      case 't' -> {
        int value = Bytes.valueOf(in, from, to, TRANSFER_ENCODING);
        if (value >= 0) {
          addCodings(in, value, to);
        }
      }
      case 'l' -> {
        int value = redirect ? Bytes.valueOf(in, from, to, LOCATION) : -1;
        if (value >= 0 && locationLength < 0) {
          keepLocation(in, value, to);
        }
      }
      default -> {}
    }
  }

  private void keepLocation(ByteBuffer in, int from, int to) {
    int first = Bytes.firstVisible(in, from, to);
    int end = Bytes.lastVisible(in, first, to);
    locationLength = end - first;
    if (location.length < locationLength) {
      location = Arrays.copyOf(location, Math.max(locationLength, 2 * location.length));
    }
    in.get(first, location, 0, locationLength);
  }

  private void addLengths(ByteBuffer in, int from, int to) {
    boolean empty = true;
    for (int i = from; i <= to; i = Bytes.elementEnd(in, i, to) + 1) {
      int end = Bytes.elementEnd(in, i, to);
      if (!Bytes.isBlank(in, i, end)) {
        empty = false;
        addLength(Bytes.trimmedDecimal(in, i, end));
      }
    }
    if (empty) {
      length = INVALID_LENGTH;
    }
  }

  private void addLength(long next) {
    if (next < 0 || length == INVALID_LENGTH) {
      length = INVALID_LENGTH;
    } else if (length == NO_LENGTH) {
      length = next;
    } else if (length != next) {
      length = DIFFERING_LENGTHS;
    }
  }

  private void addCodings(ByteBuffer in, int from, int to) {
    transferEncoding = true;
    for (int i = from; i <= to; i = Bytes.elementEnd(in, i, to) + 1) {
      int end = Bytes.elementEnd(in, i, to);
      if (!Bytes.isBlank(in, i, end) && !Bytes.isTrimmed(in, i, end, "identity")) {
        encoded = true;
        chunked = Bytes.isTrimmed(in, i, end, "chunked");
      }
    }
  }

  private void addOptions(ByteBuffer in, int from, int to) {
    close |= Bytes.containsWord(in, from, to, "close");
    keepAlive |= Bytes.containsWord(in, from, to, "keep-alive");
  }

  /// The bytes of `Location`; only the first [#locationLength] are valid.
  byte[] location() {
    return location;
  }

  /// The length of `Location` in bytes; -1 if there is none or the response is not a redirect.
  int locationLength() {
    return locationLength;
  }

  /// Whether the body is chunked. If so, `Content-Length` is ignored.
  boolean isChunked() {
    return chunked;
  }

  /// The length of the body in bytes, [#NO_LENGTH] if the body ends with the connection, or
  /// [#INVALID_LENGTH] or [#DIFFERING_LENGTHS].
  long length() {
    return encoded ? NO_LENGTH : length;
  }

  /// Whether the connection stays open after the response. It does not if the framing is ambiguous
  /// (RFC 9112, section 6.1): both `Transfer-Encoding` and `Content-Length`, or `Transfer-Encoding`
  /// in HTTP/1.0.
  boolean keepsConnection() {
    boolean ambiguous = transferEncoding && (http10 || length != NO_LENGTH);
    return !close && !ambiguous && (!http10 || keepAlive);
  }
}
