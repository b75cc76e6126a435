package dev.takt.driver.cql.type;

import java.nio.ByteBuffer;

/// Integers of variable length: the first byte has as many leading ones as bytes follow.
final class VariableInts {

  private VariableInts() {}

  /// Appends an `[unsigned vint]`.
  static void putUnsigned(long value, ByteBuffer out) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    int extra = bits > 56 ? 8 : (bits - 1) / 7;
    int ones = extra == 8 ? 0xFF : ~(0xFF >>> extra) & 0xFF;
    int first = extra == 8 ? 0 : (int) (value >>> (Byte.SIZE * extra));
    out.put((byte) (ones | first));
    for (int i = extra - 1; i >= 0; i--) {
      out.put((byte) (value >>> (Byte.SIZE * i)));
    }
  }

  /// Appends a `[vint]`: numbers of a small absolute value are short.
  static void putSigned(long value, ByteBuffer out) {
    putUnsigned(value << 1 ^ value >> 63, out);
  }
}
