package dev.takt.record.log.parse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds bytes in a text, eight at a time.
public final class Lines {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Lines() {}

  /// The position of the next line break, or `to` if there is none.
  public static int end(byte[] text, int from, int to) {
    return indexOf((byte) '\n', text, from, to);
  }

  /// The next position of a byte, or `to` if there is none.
  ///
  /// A byte is zero exactly if subtracting 1 from each byte borrows into its high bit, which was
  /// not set before (Alan Mycroft's test, 1987).
  static int indexOf(byte wanted, byte[] text, int from, int to) {
    long pattern = ONES * wanted;
    int at = from;
    while (at <= to - Long.BYTES) {
      long word = (long) LONGS.get(text, at) ^ pattern;
      long found = (word - ONES) & ~word & HIGH_BITS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
      at += Long.BYTES;
    }
    while (at < to && text[at] != wanted) {
      at++;
    }
    return at;
  }
}
