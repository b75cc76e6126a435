package dev.takt.runs.trace;

/// Appends numbers to an array of fixed length. The caller must prevent an overflow. Not
/// thread-safe.
final class ByteWriter {

  final byte[] bytes;
  int length;

  ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  int remaining() {
    return bytes.length - length;
  }

  void putByte(int value) {
    bytes[length++] = (byte) value;
  }

  void putBytes(byte[] values) {
    System.arraycopy(values, 0, bytes, length, values.length);
    length += values.length;
  }

  /// Big-endian.
  void putInt(int value) {
    setInt(length, value);
    length += Integer.BYTES;
  }

  void setInt(int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  /// Seven bits per byte, the lowest first, the top bit set in all but the last (LEB128).
  void putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  /// Maps signed numbers near zero to small unsigned ones: 0, -1, 1, -2, …
  void putZigzag(long value) {
    putVarint((value << 1) ^ (value >> 63));
  }
}
