package dev.takt.report.pack;

import java.util.Arrays;

/// Reads the variable-length numbers and byte arrays that [SlotCodec] and [IndexFile] write. Not
/// thread-safe.
///
/// Its methods throw [IndexOutOfBoundsException] at the end of the bytes.
final class VarintReader {

  private static final long LOW_BITS = 0x7f;

  private final byte[] bytes;
  private int position;

  VarintReader(byte[] bytes) {
    this(bytes, 0);
  }

  /// @param from the first byte
  VarintReader(byte[] bytes, int from) {
    this.bytes = bytes;
    this.position = from;
  }

  /// Reads a number written by [SlotCodec#writeUnsigned].
  long readUnsigned() {
    byte b = bytes[position++];
    if (b >= 0) {
      return b;
    }
    long value = b & LOW_BITS;
    int shift = 7;
    do {
      b = bytes[position++];
      value |= (b & LOW_BITS) << shift;
      shift += 7;
    } while (b < 0);
    return value;
  }

  /// Reads a number written by [SlotCodec#writeSigned].
  long readSigned() {
    long value = readUnsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  /// Reads a byte array that is preceded by its length.
  byte[] lengthPrefixed() {
    long count = readUnsigned();
    if (count < 0 || count > bytes.length - position) {
      throw new IndexOutOfBoundsException(
          count + " bytes from " + position + " of " + bytes.length);
    }
    int from = position;
    position += (int) count;
    return Arrays.copyOfRange(bytes, from, position);
  }
}
