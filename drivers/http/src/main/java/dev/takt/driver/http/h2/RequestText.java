package dev.takt.driver.http.h2;

import dev.takt.http2.Request;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Turns the text of a request of HTTP/1.1 into fields and a body. Lines that are the same in many
/// requests are encoded once; those with cookies are not, because each user has its own. Does not
/// allocate per request.
final class RequestText {

  private static final byte[] HTTP = {'h', 't', 't', 'p'};
  private static final byte[] HTTPS = {'h', 't', 't', 'p', 's'};
  private static final String HOST = "host";
  private static final String COOKIE = "cookie";
  private static final String TE = "te";
  private static final String TRAILERS = "trailers";
  private static final String CONTENT_LENGTH = "content-length";
  private static final byte[] CONNECT = {'C', 'O', 'N', 'N', 'E', 'C', 'T', ' '};

  /// What HTTP/2 has no use for, because it is about a connection (RFC 9113, section 8.2.2).
  private static final List<String> OF_CONNECTION =
      List.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "transfer-encoding",
          "upgrade",
          "http2-settings");

  /// How many different lists of lines are kept.
  private static final int MAX_KNOWN = 8;

  /// Lines of fields that a request had, and the same encoded.
  private record Known(ByteBuffer lines, boolean isSecure, FieldBlock block) {}

  private final List<Known> known = new ArrayList<>();

  /// Where the lines of fields begin, and where they end: before the line with the body's length,
  /// which comes last.
  private int lines;

  private int linesEnd;

  /// Whether there is such a line.
  private boolean hasLength;

  /// Whether there are cookies.
  private boolean hasCookie;

  /// Where the body begins.
  private int body;

  /// Writes the request from the text's position to its limit.
  ///
  /// @param isSecure whether it is sent over TLS
  /// @throws IllegalStateException if it cannot be sent over HTTP/2
  void write(ByteBuffer text, boolean isSecure, Request out) {
    int methodEnd = indexOf(text, ' ', text.position());
    int lineEnd = indexOf(text, '\n', methodEnd);
    int pathEnd = lineEnd - " HTTP/1.1\r".length();
    if (isConnect(text)) {
      throw new IllegalStateException("CONNECT cannot be sent over HTTP/2");
    }
    find(text, lineEnd + 1);
    put(FieldName.METHOD, text, text.position(), methodEnd, out);
    put(FieldName.PATH, text, methodEnd + 1, pathEnd, out);
    FieldBlock block = hasCookie ? null : known(text, isSecure);
    if (block != null) {
      out.fields(block);
    } else {
      putLines(text, isSecure, out);
    }
    if (hasLength) {
      putLine(text, linesEnd, out);
    }
    putBody(text, out);
  }

  /// Methods are case-sensitive.
  private static boolean isConnect(ByteBuffer text) {
    for (int i = 0; i < CONNECT.length; i++) {
      if (text.get(text.position() + i) != CONNECT[i]) {
        return false;
      }
    }
    return true;
  }

  private void find(ByteBuffer text, int from) {
    lines = from;
    hasCookie = false;
    int last = from;
    int line = from;
    int end = indexOf(text, '\n', line);
    while (end > line + 1) {
      last = line;
      hasCookie |= isNamed(text, line, COOKIE);
      line = end + 1;
      end = indexOf(text, '\n', line);
    }
    body = end + 1;
    hasLength = isNamed(text, last, CONTENT_LENGTH);
    linesEnd = hasLength ? last : line;
  }

  /// Encoded lines that are the same as those of the request; null if there are none.
  private @Nullable FieldBlock known(ByteBuffer text, boolean isSecure) {
    int position = text.position();
    int limit = text.limit();
    text.limit(linesEnd).position(lines);
    try {
      for (int i = 0; i < known.size(); i++) {
        Known each = known.get(i);
        if (each.isSecure == isSecure && each.lines.equals(text)) {
          return each.block;
        }
      }
      return known.size() < MAX_KNOWN ? learn(text, isSecure) : null;
    } finally {
      text.limit(limit).position(position);
    }
  }

  private FieldBlock learn(ByteBuffer text, boolean isSecure) {
    byte[] copy = new byte[text.remaining()];
    text.get(text.position(), copy);
    FieldBlock block = FieldBlock.EMPTY.with(FieldName.SCHEME, scheme(isSecure));
    int host = lineNamed(text, HOST);
    if (host >= 0) {
      block = block.with(FieldName.AUTHORITY, value(text, host));
    }
    for (int line = lines; line < linesEnd; line = indexOf(text, '\n', line) + 1) {
      if (line != host && !isOfConnection(text, line)) {
        String name = ascii(text, line, indexOf(text, ':', line)).toLowerCase(Locale.ROOT);
        block = block.with(FieldName.of(name), value(text, line));
      }
    }
    known.add(new Known(ByteBuffer.wrap(copy), isSecure, block));
    return block;
  }

  private static byte[] value(ByteBuffer text, int line) {
    int start = valueStart(text, line);
    byte[] value = new byte[valueEnd(text, start) - start];
    text.get(start, value);
    return value;
  }

  private static String ascii(ByteBuffer text, int from, int to) {
    byte[] bytes = new byte[to - from];
    text.get(from, bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  private static byte[] scheme(boolean isSecure) {
    return isSecure ? HTTPS : HTTP;
  }

  private void putLines(ByteBuffer text, boolean isSecure, Request out) {
    out.field(FieldName.SCHEME, scheme(isSecure));
    int host = lineNamed(text, HOST);
    if (host >= 0) {
      int start = valueStart(text, host);
      put(FieldName.AUTHORITY, text, start, valueEnd(text, start), out);
    }
    for (int line = lines; line < linesEnd; line = indexOf(text, '\n', line) + 1) {
      if (line != host && !isOfConnection(text, line)) {
        putLine(text, line, out);
      }
    }
  }

  private static void putLine(ByteBuffer text, int line, Request out) {
    int colon = indexOf(text, ':', line);
    int start = valueStart(text, line);
    out.field(text, line, colon - line, start, valueEnd(text, start) - start);
  }

  /// Adds a field whose value stands in the text.
  private static void put(FieldName name, ByteBuffer text, int from, int to, Request out) {
    int position = text.position();
    int limit = text.limit();
    text.limit(to).position(from);
    try {
      out.field(name, text);
    } finally {
      text.limit(limit).position(position);
    }
  }

  private void putBody(ByteBuffer text, Request out) {
    if (body < text.limit()) {
      int position = text.position();
      text.position(body);
      try {
        out.body(text);
      } finally {
        text.position(position);
      }
    }
  }

  /// The first line of fields with this name; -1 if there is none.
  private int lineNamed(ByteBuffer text, String lowerCase) {
    for (int line = lines; line < linesEnd; line = indexOf(text, '\n', line) + 1) {
      if (isNamed(text, line, lowerCase)) {
        return line;
      }
    }
    return -1;
  }

  private static boolean isOfConnection(ByteBuffer text, int line) {
    for (String name : OF_CONNECTION) {
      if (isNamed(text, line, name)) {
        return true;
      }
    }
    return isNamed(text, line, HOST) || (isNamed(text, line, TE) && !isTrailers(text, line));
  }

  /// Whether it is the only value that `TE` may have in HTTP/2.
  private static boolean isTrailers(ByteBuffer text, int line) {
    int start = valueStart(text, line);
    return valueEnd(text, start) - start == TRAILERS.length() && equals(text, start, TRAILERS);
  }

  private static boolean isNamed(ByteBuffer text, int line, String lowerCase) {
    int end = line + lowerCase.length();
    return end < text.limit() && text.get(end) == ':' && equals(text, line, lowerCase);
  }

  private static boolean equals(ByteBuffer text, int from, String lowerCase) {
    for (int i = 0; i < lowerCase.length(); i++) {
      if ((text.get(from + i) | 0x20) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// Without the white space around it.
  private static int valueStart(ByteBuffer text, int line) {
    int start = indexOf(text, ':', line) + 1;
    while (isBlank(text.get(start))) {
      start++;
    }
    return start;
  }

  private static int valueEnd(ByteBuffer text, int start) {
    int end = indexOf(text, '\n', start);
    while (end > start && (isBlank(text.get(end - 1)) || text.get(end - 1) == '\r')) {
      end--;
    }
    return end;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private static int indexOf(ByteBuffer text, char sought, int from) {
    int at = from;
    while (text.get(at) != sought) {
      at++;
    }
    return at;
  }
}
