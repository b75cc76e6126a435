package dev.takt.process;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes that do not change.
public final class Bytes {

  /// None.
  public static final Bytes NONE = new Bytes(new byte[0]);

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /// A copy.
  public static Bytes of(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  /// A text as UTF-8.
  public static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Not copied: whoever calls gives the array away.
  static Bytes owned(byte[] bytes) {
    return new Bytes(bytes);
  }

  /// How many.
  public int size() {
    return bytes.length;
  }

  /// A copy.
  public byte[] toArray() {
    return bytes.clone();
  }

  /// To be read.
  public ByteBuffer toBuffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /// As UTF-8; what is not UTF-8 becomes U+FFFD.
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /// How many, since they may be no text.
  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
