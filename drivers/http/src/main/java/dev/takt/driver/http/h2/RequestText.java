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
/// requests are encoded once. Does not allocate per request.
final class RequestText {

  private static final byte[] HTTP = {'h', 't', 't', 'p'};
  private static final byte[] HTTPS = {'h', 't', 't', 'p', 's'};
  private static final String HOST = "host";
  private static final String CONTENT_LENGTH = "content-length";

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
    if (text.get(text.position()) == 'C' && methodEnd - text.position() == "CONNECT".length()) {
      throw new IllegalStateException("CONNECT cannot be sent over HTTP/2");
    }
    find(text, lineEnd + 1);
    put(FieldName.METHOD, text, text.position(), methodEnd, out);
    put(FieldName.PATH, text, methodEnd + 1, pathEnd, out);
    FieldBlock block = known(text, isSecure);
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

  private void find(ByteBuffer text, int from) {
    lines = from;
    int last = from;
    int line = from;
    int end = indexOf(text, '\n', line);
    while (end > line + 1) {
      last = line;
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
    return isNamed(text, line, HOST);
  }

  private static boolean isNamed(ByteBuffer text, int line, String lowerCase) {
    int end = line + lowerCase.length();
    if (end >= text.limit() || text.get(end) != ':') {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      if ((text.get(line + i) | 0x20) != lowerCase.charAt(i)) {
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
