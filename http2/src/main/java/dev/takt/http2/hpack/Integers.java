package dev.takt.http2.hpack;

import java.nio.ByteBuffer;

/// Integers with a prefix: the first byte's lower bits, and more bytes if they are not enough (RFC
/// 7541, section 5.1).
final class Integers {

  /// The most bytes of an integer.
  static final int MAX_BYTES = 6;

  private static final int MORE = 0x80;
  private static final int SEVEN_BITS = 0x7F;
  private static final int MAX_SHIFT = 28;

  private Integers() {}

  /// How many bytes a value needs.
  static int length(int prefixBits, int value) {
    int max = (1 << prefixBits) - 1;
    if (value < max) {
      return 1;
    }
    int bytes = 2;
    for (int rest = (value - max) >>> 7; rest > 0; rest >>>= 7) {
      bytes++;
    }
    return bytes;
  }

  /// Appends a value.
  ///
  /// @param pattern the upper bits of the first byte
  static void put(int pattern, int prefixBits, int value, ByteBuffer out) {
    int max = (1 << prefixBits) - 1;
    if (value < max) {
      out.put((byte) (pattern | value));
      return;
    }
    out.put((byte) (pattern | max));
    int rest = value - max;
    while (rest > SEVEN_BITS) {
      out.put((byte) (MORE | (rest & SEVEN_BITS)));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  /// Reads a value.
  ///
  /// @param first the first byte, which has been consumed
  /// @throws HpackException if the value is cut off, or larger than an `int`
  static int get(int first, int prefixBits, ByteBuffer in) {
    int max = (1 << prefixBits) - 1;
    int prefix = first & max;
    if (prefix < max) {
      return prefix;
    }
    long value = max;
    for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
      if (!in.hasRemaining()) {
        throw HpackException.cutOff();
      }
      int next = in.get();
      value += (long) (next & SEVEN_BITS) << shift;
      if ((next & MORE) == 0) {
        if (value > Integer.MAX_VALUE) {
          throw HpackException.integerTooLarge();
        }
        return (int) value;
      }
    }
    throw HpackException.integerTooLarge();
  }
}
