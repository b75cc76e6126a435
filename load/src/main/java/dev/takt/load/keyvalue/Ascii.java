package dev.takt.load.keyvalue;

/// Formats numbers as text into arrays, without allocation.
final class Ascii {

  /// Maximum number of characters of a `long`.
  static final int LONGEST = 20;

  private Ascii() {}

  /// The number of characters of the number.
  static int length(long number) {
    int length = number < 0 ? 2 : 1;
    for (long left = number / 10; left != 0; left /= 10) {
      length++;
    }
    return length;
  }

  /// Writes the number so that it ends before `end`; changes no other bytes.
  static void putBefore(long number, byte[] out, int end) {
    int at = end;
    long left = number;
    do {
      out[--at] = (byte) ('0' + Math.abs(left % 10));
      left /= 10;
    } while (left != 0);
    if (number < 0) {
      out[--at] = '-';
    }
  }
}
