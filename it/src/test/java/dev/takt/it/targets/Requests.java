package dev.takt.it.targets;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads HTTP requests, just well enough.
final class Requests {

  private static final Pattern CONTENT_LENGTH =
      Pattern.compile("\r\ncontent-length: *(\\d+)", Pattern.CASE_INSENSITIVE);

  private Requests() {}

  static int contentLength(byte[] head, int length) {
    Matcher matcher =
        CONTENT_LENGTH.matcher(new String(head, 0, length, StandardCharsets.US_ASCII));
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /// Reads one request.
  ///
  /// @return false if the connection has ended
  static boolean read(InputStream in) throws IOException {
    byte[] head = new byte[16 << 10];
    int length = 0;
    for (int lastFour = 0; lastFour != 0x0D0A0D0A; ) {
      int b = in.read();
      if (b < 0 || length == head.length) {
        return false;
      }
      head[length++] = (byte) b;
      lastFour = lastFour << 8 | b;
    }
    in.skipNBytes(contentLength(head, length));
    return true;
  }
}
