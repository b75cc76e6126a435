package dev.takt.process.linux;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/// The system's encoding of texts and file names: bytes. A text is UTF-8 regardless of the locale;
/// a file name keeps its original bytes.
public final class NativeText {

  private NativeText() {}

  /// A text's bytes, without a zero at the end.
  public static byte[] encode(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// A file name's bytes, without a zero at the end. [Path#toString] loses bytes that are not text
  /// in the locale; the path's URI has them all.
  public static byte[] encode(Path path) {
    String text = path.toString();
    if (text.chars().allMatch(c -> c < 0x80)) {
      return encode(text);
    }
    URI uri = path.toUri();
    return uri.isOpaque() ? encode(text) : unescaped(uri.getRawPath());
  }

  private static byte[] unescaped(String escaped) {
    byte[] bytes = new byte[escaped.length()];
    int length = 0;
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        bytes[length++] = (byte) Integer.parseInt(escaped, i + 1, i + 3, 16);
        i += 2;
      } else {
        bytes[length++] = (byte) escaped.charAt(i);
      }
    }
    return Arrays.copyOf(bytes, length);
  }
}
