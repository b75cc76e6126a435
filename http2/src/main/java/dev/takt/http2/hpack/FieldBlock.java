package dev.takt.http2.hpack;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Fields that are the same in many requests, encoded before the run. Immutable.
public final class FieldBlock {

  /// No fields.
  public static final FieldBlock EMPTY = new FieldBlock(new byte[0]);

  private final byte[] encoded;

  private FieldBlock(byte[] encoded) {
    this.encoded = encoded;
  }

  /// These fields and one more.
  ///
  /// @throws IllegalArgumentException if the name or the value cannot be sent
  public FieldBlock with(String name, String value) {
    return with(FieldName.of(name), value.getBytes(StandardCharsets.UTF_8));
  }

  /// These fields and one more.
  ///
  /// @throws IllegalArgumentException if the value cannot be sent
  public FieldBlock with(FieldName name, byte[] value) {
    if (!FieldRules.isValue(value, 0, value.length)) {
      throw new IllegalArgumentException("the value of " + name + " has a NUL or an end of line");
    }
    int most = encoded.length + name.length() + value.length + 3 * Integers.MAX_BYTES;
    ByteBuffer out = ByteBuffer.allocate(most).put(encoded);
    name.put(value, out);
    return new FieldBlock(Arrays.copyOf(out.array(), out.position()));
  }

  /// The length of the encoded fields in bytes.
  public int length() {
    return encoded.length;
  }

  /// Appends the encoded fields.
  public void put(ByteBuffer out) {
    out.put(encoded);
  }
}
