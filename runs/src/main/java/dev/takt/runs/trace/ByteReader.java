package dev.takt.runs.trace;

import java.nio.charset.StandardCharsets;

/// Reads what a [ByteWriter] wrote. Not thread-safe.
final class ByteReader {

  private byte[] bytes = new byte[0];
  private int position;
  private int limit;

  void reset(byte[] source, int length) {
    bytes = source;
    position = 0;
    limit = length;
  }

  boolean hasRemaining() {
    return position < limit;
  }

  /// Whether at least this many bytes are left.
  boolean has(int count) {
    return limit - position >= count;
  }

  byte readByte() {
    if (position >= limit) {
      throw new MalformedException("a number is cut off");
    }
    return bytes[position++];
  }

  long readVarint() {
    byte[] source = bytes;
    int end = limit;
    int at = position;
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at >= end) {
        throw new MalformedException("a number is cut off");
      }
      byte b = source[at++];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        position = at;
        return value;
      }
    }
    throw new MalformedException("a number is longer than 64 bits");
  }

  /// The same if enough bytes are left for the longest number, so without a bounds check. Most
  /// numbers have one to three bytes.
  long nextVarint() {
    byte[] source = bytes;
    int at = position;
    byte next = source[at++];
    long value = next & 0x7F;
    int shift = 7;
    while (next < 0) {
      if (shift >= Long.SIZE) {
        throw new MalformedException("a number is longer than 64 bits");
      }
      next = source[at++];
      value |= (long) (next & 0x7F) << shift;
      shift += 7;
    }
    position = at;
    return value;
  }

  long readZigzag() {
    long value = readVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  String readString() {
    long length = readVarint();
    if (length < 0 || length > limit - position) {
      throw new MalformedException("a text is cut off");
    }
    String text = new String(bytes, position, (int) length, StandardCharsets.UTF_8);
    position += (int) length;
    return text;
  }

  /// Thrown for bytes that no [ByteWriter] writes.
  static final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }
}
