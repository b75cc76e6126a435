package dev.takt.process.linux;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Texts as the system has them.
public final class NativeText {

  /// What Java's own file names are encoded in; UTF-8 where that is but ASCII.
  private static final Charset CHARSET = charset();

  private NativeText() {}

  /// A text's bytes, without a zero at the end.
  public static byte[] encode(String text) {
    return text.getBytes(CHARSET);
  }

  private static Charset charset() {
    String name = System.getProperty("sun.jnu.encoding", "UTF-8");
    Charset charset = Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
    return charset.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : charset;
  }
}
