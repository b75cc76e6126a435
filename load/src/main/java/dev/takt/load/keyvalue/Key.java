package dev.takt.load.keyvalue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A record's key in a reusable byte buffer: `user` and the record's number or its hash, padded
/// with zeros on the left.
final class Key {

  private static final byte[] PREFIX = "user".getBytes(StandardCharsets.US_ASCII);

  private final boolean hashed;
  private final int digits;
  private final byte[] bytes;
  private int length;
  private @Nullable String text;

  /// @param hashed whether the order of keys is independent of the order of records
  /// @param digits minimum number of digits of a key
  Key(boolean hashed, int digits) {
    this.hashed = hashed;
    this.digits = digits;
    this.bytes = Arrays.copyOf(PREFIX, PREFIX.length + Math.max(digits, Ascii.LONGEST));
  }

  /// Sets the key to that of a record.
  void of(long record) {
    long number = hashed ? Fnv.hash(record) : record;
    int width = Ascii.length(number);
    int filled = Math.max(width, digits);
    length = PREFIX.length + filled;
    Arrays.fill(bytes, PREFIX.length, length, (byte) '0');
    Ascii.putBefore(number, bytes, length);
    text = null;
  }

  int length() {
    return length;
  }

  byte at(int i) {
    return bytes[i];
  }

  void put(ByteBuffer out) {
    out.put(bytes, 0, length);
  }

  String text() {
    String known = text;
    if (known == null) {
      known = new String(bytes, 0, length, StandardCharsets.US_ASCII);
      text = known;
    }
    return known;
  }
}
