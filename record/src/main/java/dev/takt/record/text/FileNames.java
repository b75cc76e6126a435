package dev.takt.record.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/// File names as text. The system's file names are bytes, and a JVM replaces those that are not
/// valid in its locale by U+FFFD.
///
/// `NativeText` in the `process` library decodes paths of URIs in the same way. Each library must
/// work without the other, and neither exports such a detail, so the few lines are duplicated.
public final class FileNames {

  private static final char REPLACEMENT = '\uFFFD';

  private FileNames() {}

  /// The name of a file: UTF-8, with `\xNN` for each byte that is not valid.
  public static String text(Path file) {
    String text = file.toString();
    if (text.indexOf(REPLACEMENT) < 0) {
      return text;
    }
    // A URI keeps all bytes, but is absolute.
    String escaped = file.getFileSystem().getPath("/").resolve(file).toUri().getRawPath();
    if (escaped == null) {
      return text;
    }
    String whole = text(bytes(escaped));
    return file.isAbsolute() ? whole : whole.substring(1);
  }

  /// Bytes as UTF-8, with `\xNN` for each that is not valid.
  public static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) < 0) {
      return text;
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    StringBuilder escaped = new StringBuilder();
    while (true) {
      CoderResult result = decoder.reset().decode(in, out, true);
      escaped.append(out.flip());
      out.clear();
      if (!result.isError()) {
        return escaped.toString();
      }
      for (int i = 0; i < result.length(); i++) {
        escaped.append(String.format(Locale.ROOT, "\\x%02x", in.get()));
      }
    }
  }

  private static byte[] bytes(String escaped) {
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
