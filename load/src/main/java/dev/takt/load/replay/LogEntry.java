package dev.takt.load.replay;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One request of a log. Reused for all.
final class LogEntry {

  /// The value of a duration that the log does not say.
  static final long UNKNOWN = -1;

  private static final byte[] HEXADECIMAL = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  private final LogTime clock = new LogTime();

  private boolean isStart;
  private long durationNanos;
  private int status;
  private String method = "";
  private byte[] target = new byte[512];
  private int length;
  private boolean isSendable;
  private String host = "";

  /// Forgets all values but the method, which most often is the same in the next line.
  void clear() {
    isStart = false;
    durationNanos = UNKNOWN;
    status = 0;
    length = 0;
    isSendable = true;
    host = "";
  }

  /// Parses the time.
  ///
  /// @param start whether it is that of the start of the request
  boolean time(byte[] text, int from, int to, boolean start) {
    isStart = start;
    return clock.parse(text, from, to);
  }

  void duration(long nanos) {
    durationNanos = nanos;
  }

  void status(int value) {
    status = value;
  }

  /// Sets the method.
  ///
  /// @return false if it is none
  boolean method(byte[] text, int from, int to) {
    int size = to - from;
    if (size == method.length()) {
      int i = 0;
      while (i < size && text[from + i] == method.charAt(i)) {
        i++;
      }
      if (i == size) {
        return size > 0;
      }
    }
    for (int i = from; i < to; i++) {
      byte b = text[i];
      boolean isName =
          (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || (b == '-' && i > from) || b == '_';
      if (!isName) {
        return false;
      }
    }
    if (size == 0 || size > 32) {
      return false;
    }
    method = new String(text, from, size, StandardCharsets.US_ASCII);
    return true;
  }

  /// Sets the path and query of a request. Those of a whole URL are taken out of it. Bytes that no
  /// request line may have are escaped; a path with control characters cannot be sent, because a
  /// line break would begin another line of the request.
  void target(byte[] text, int from, int to) {
    int start = from;
    int scheme = schemeLength(text, from, to);
    if (scheme > 0) {
      start = from + scheme;
      while (start < to && text[start] != '/' && text[start] != '?' && text[start] != '#') {
        start++;
      }
      host = new String(text, from + scheme, start - from - scheme, StandardCharsets.ISO_8859_1);
      if (start == to || text[start] != '/') {
        put((byte) '/');
      }
    }
    boolean isAll = to - start == 1 && text[start] == '*' && method.equals("OPTIONS");
    isSendable = isAll || scheme > 0 || (start < to && text[start] == '/');
    for (int i = start; i < to; i++) {
      byte b = text[i];
      if (b == '#' && scheme > 0) {
        break; // a part of a URL that is never sent
      } else if ((b >= 0 && b < ' ') || b == 127) {
        isSendable = false;
      } else if (b < 0 || b == ' ') {
        put((byte) '%');
        put(HEXADECIMAL[(b >> 4) & 15]);
        put(HEXADECIMAL[b & 15]);
      } else {
        put(b);
      }
    }
  }

  private static int schemeLength(byte[] text, int from, int to) {
    int length = isAt(text, from, to, "http://") ? 7 : 0;
    return isAt(text, from, to, "https://") ? 8 : length;
  }

  private static boolean isAt(byte[] text, int from, int to, String word) {
    if (to - from < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      byte b = text[from + i];
      if ((b >= 'A' && b <= 'Z' ? b | 32 : b) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void put(byte b) {
    if (length == target.length) {
      target = Arrays.copyOf(target, 2 * length);
    }
    target[length++] = b;
  }

  /// The time in the log, in nanoseconds since 1970.
  long time() {
    return clock.nanos();
  }

  boolean hasFraction() {
    return clock.hasFraction();
  }

  boolean hasZone() {
    return clock.hasZone();
  }

  /// Whether the time is that of the start, by the kind of the log.
  boolean isStart() {
    return isStart;
  }

  /// How long the request took; [#UNKNOWN] if the log does not say it.
  long durationNanos() {
    return durationNanos;
  }

  /// The status of the answer; 0 if the log does not say it.
  int status() {
    return status;
  }

  String method() {
    return method;
  }

  /// The host of a whole URL; empty if there was only a path.
  String host() {
    return host;
  }

  /// Whether the path can be sent.
  boolean isSendable() {
    return isSendable;
  }

  /// The bytes of the path and query, of which [#length] are used.
  byte[] target() {
    return target;
  }

  int length() {
    return length;
  }

  /// The path and query as a text.
  String targetText() {
    return new String(target, 0, length, StandardCharsets.ISO_8859_1);
  }
}
