package dev.takt.load.keyvalue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The key of one record, as bytes that are written anew for each: `user`, and the record's number
/// or its hash, filled up with zeros on the left.
final class Key {

  private static final byte[] PREFIX = "user".getBytes(StandardCharsets.US_ASCII);

  private final boolean hashed;
  private final int digits;
  private final byte[] bytes;
  private int length;
  private @Nullable String text;

  /// @param hashed whether the keys' order has nothing to do with that of the records
  /// @param digits the fewest digits of a key
  Key(boolean hashed, int digits) {
    this.hashed = hashed;
    this.digits = digits;
    this.bytes = Arrays.copyOf(PREFIX, PREFIX.length + Math.max(digits, Ascii.LONGEST));
  }

  /// Becomes the key of a record.
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
