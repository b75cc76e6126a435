package dev.takt.driver.http;

import dev.takt.driver.http.cookie.CookieJar;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The path of the latest request of a step, without its query: what cookies belong to. Reused, so
/// that keeping it allocates nothing.
final class RequestPath {

  private byte[] bytes = new byte[256];
  private int length;

  /// Copies the path from a request.
  ///
  /// @param from where it begins
  void copy(ByteBuffer request, int from) {
    int end = from;
    while (request.get(end) != ' ' && request.get(end) != '?') {
      end++;
    }
    length = end - from;
    if (bytes.length < length) {
      bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
    }
    request.get(from, bytes, 0, length);
  }

  /// Appends the user's cookies for it.
  void putCookies(CookieJar jar, CookieJar.Host to, ByteBuffer out) {
    jar.put(bytes, length, to, out);
  }

  /// As a text; each character is a byte.
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}
