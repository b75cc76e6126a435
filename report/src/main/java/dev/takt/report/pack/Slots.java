package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import java.io.ByteArrayOutputStream;

/// Counts as a pack has them: how many slots, then of each its distance from the one before and its
/// count.
///
/// Not thread-safe: a buffer is reused.
public final class Slots {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /// With an empty buffer.
  public Slots() {}

  /// Writes counts.
  public byte[] encode(Counts counts) {
    int used = 0;
    int length = counts.length();
    for (int i = 0; i < length; i++) {
      used += counts.at(i) == 0 ? 0 : 1;
    }
    out.reset();
    unsigned(out, used);
    int before = -1;
    for (int i = 0; i < length; i++) {
      long count = counts.at(i);
      if (count != 0) {
        unsigned(out, i - before - 1);
        unsigned(out, count);
        before = i;
      }
    }
    return out.toByteArray();
  }

  /// Adds what was written to counts of the same layout.
  ///
  /// @throws ArithmeticException if there are more than 2^63 - 1 values
  public static void addTo(Counts counts, byte[] slots) {
    Cursor cursor = new Cursor(slots);
    long used = cursor.next();
    int slot = -1;
    for (long i = 0; i < used; i++) {
      slot += (int) cursor.next() + 1;
      counts.add(slot, cursor.next());
    }
  }

  /// How many values there are.
  public static long total(byte[] slots) {
    Cursor cursor = new Cursor(slots);
    long used = cursor.next();
    long total = 0;
    for (long i = 0; i < used; i++) {
      var _ = cursor.next();
      total += cursor.next();
    }
    return total;
  }

  /// Goes through unsigned numbers.
  private static final class Cursor {
    private final byte[] bytes;
    private int at;

    Cursor(byte[] bytes) {
      this.bytes = bytes;
    }

    long next() {
      long value = 0;
      int shift = 0;
      byte b;
      do {
        b = bytes[at++];
        value |= (b & 0x7fL) << shift;
        shift += 7;
      } while (b < 0);
      return value;
    }
  }

  /// An unsigned LEB128 number.
  static void unsigned(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      out.write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write((int) left);
  }

  /// A number that may be negative: zigzag, then as above.
  static void signed(ByteArrayOutputStream out, long value) {
    unsigned(out, (value << 1) ^ (value >> 63));
  }
}
