package dev.takt.report.pack;

import java.util.Arrays;

/// Reads the variable-length numbers and byte arrays that [Slots] and [IndexFile] write. Not
/// thread-safe.
///
/// Its methods throw [IndexOutOfBoundsException] at the end of the bytes.
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

  /// Reads a number written by [Slots#unsigned].
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

  /// Reads a number written by [Slots#signed].
  long signed() {
    long value = unsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  /// Reads a byte array that is preceded by its length.
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
