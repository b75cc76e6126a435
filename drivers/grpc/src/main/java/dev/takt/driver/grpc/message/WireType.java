package dev.takt.driver.grpc.message;

import java.nio.ByteBuffer;

/// How values follow the numbers of their fields.
final class WireType {

  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH = 2;
  static final int GROUP_START = 3;
  static final int GROUP_END = 4;
  static final int FIXED32 = 5;

  private WireType() {}

  /// Appends a number in groups of 7 bits, the lowest first.
  static void putVarint(long value, ByteBuffer out) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.put((byte) (left | 0x80));
      left >>>= 7;
    }
    out.put((byte) left);
  }

  /// How many bytes [#putVarint] appends.
  static int varintBytes(int length) {
    return Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 6) / 7);
  }
}
