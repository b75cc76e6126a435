package dev.takt.report.pack;

import java.util.Arrays;

/// Goes through the numbers and bytes that [Slots] and [IndexFile] write. Not thread-safe.
///
/// Its methods throw [IndexOutOfBoundsException] where there are no more bytes.
final class Cursor {

  private static final long LOW_BITS = 0x7f;

  private final byte[] bytes;
  private int at;

  Cursor(byte[] bytes) {
    this(bytes, 0);
  }

  /// @param from the first byte
  Cursor(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = from;
  }

  /// The next number, as [Slots#unsigned] writes it.
  long unsigned() {
    byte b = bytes[at++];
    if (b >= 0) {
      return b;
    }
    long value = b & LOW_BITS;
    int shift = 7;
    do {
      b = bytes[at++];
      value |= (b & LOW_BITS) << shift;
      shift += 7;
    } while (b < 0);
    return value;
  }

  /// The next number, as [Slots#signed] writes it.
  long signed() {
    long value = unsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  /// The next bytes, of which there is a number first.
  byte[] counted() {
    long count = unsigned();
    if (count < 0 || count > bytes.length - at) {
      throw new IndexOutOfBoundsException(count + " bytes from " + at + " of " + bytes.length);
    }
    int from = at;
    at += (int) count;
    return Arrays.copyOfRange(bytes, from, at);
  }
}
