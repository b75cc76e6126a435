package dev.takt.process;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// An immutable sequence of bytes.
public final class Bytes {

  /// The empty sequence.
  public static final Bytes NONE = new Bytes(new byte[0]);

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /// A copy.
  public static Bytes of(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  /// The UTF-8 bytes of a text.
  public static Bytes of(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Takes ownership of the array without a copy.
  static Bytes owned(byte[] bytes) {
    return new Bytes(bytes);
  }

  /// The number of bytes.
  public int size() {
    return bytes.length;
  }

  /// A copy.
  public byte[] toArray() {
    return bytes.clone();
  }

  /// A read-only view.
  public ByteBuffer toBuffer() {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /// The text as UTF-8; malformed input becomes U+FFFD.
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

  /// Only the number of bytes, since they may not be text.
  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
