package dev.takt.driver.http;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Searching, reading and writing in buffers of bytes, without making strings of them.
final class Bytes {

  private static final long LOW_SEVEN_BITS = 0x7F7F7F7F7F7F7F7FL;
  private static final long LINE_FEEDS = 0x0A0A0A0A0A0A0A0AL;

  private Bytes() {}

  /// The index of the first line feed from `from` (inclusive) to `to` (exclusive), or -1. Eight
  /// bytes at a time: after the exclusive or a byte is zero just where it was a line feed, and the
  /// sum carries into a byte's top bit unless its low seven bits are zero (Warren: Hacker's
  /// Delight, 6-1).
  static int indexOfLineFeed(ByteBuffer in, int from, int to) {
    int i = from;
    for (; i + 8 <= to; i += 8) {
      long word = in.getLong(i) ^ LINE_FEEDS;
      long zeros = ~(((word & LOW_SEVEN_BITS) + LOW_SEVEN_BITS) | word | LOW_SEVEN_BITS);
      if (zeros != 0) {
        boolean bigEndian = in.order() == ByteOrder.BIG_ENDIAN;
        return i
            + ((bigEndian ? Long.numberOfLeadingZeros(zeros) : Long.numberOfTrailingZeros(zeros))
                >> 3);
      }
    }
    return indexSlowly(in, i, to);
  }

  private static int indexSlowly(ByteBuffer in, int from, int to) {
    for (int i = from; i < to; i++) {
      if (in.get(i) == '\n') {
        return i;
      }
    }
    return -1;
  }

  static boolean startsWith(ByteBuffer in, int from, String text) {
    if (in.limit() - from < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (in.get(from + i) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// Where the value of a field begins, after the colon, if the field has this name. White space
  /// before the colon is ignored.
  ///
  /// @param lowerCase the name in lower case
  /// @return -1 if it is another field
  static int valueOf(ByteBuffer in, int from, int to, String lowerCase) {
    if (!startsWithLower(in, from, to, lowerCase)) {
      return -1;
    }
    int colon = from + lowerCase.length();
    while (colon < to && isBlank(in.get(colon))) {
      colon++;
    }
    return colon < to && in.get(colon) == ':' ? colon + 1 : -1;
  }

  private static boolean startsWithLower(ByteBuffer in, int from, int to, String lowerCase) {
    if (to - from < lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      if (lower(in.get(from + i)) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// Where the element of a comma-separated list that begins at `from` ends: at a comma or at `to`.
  static int elementEnd(ByteBuffer in, int from, int to) {
    int end = from;
    while (end < to && in.get(end) != ',') {
      end++;
    }
    return end;
  }

  /// Whether there is nothing but white space.
  static boolean isBlank(ByteBuffer in, int from, int to) {
    return firstVisible(in, from, to) == to;
  }

  /// Whether this word, given in lower case, is all that is between white space.
  static boolean isTrimmed(ByteBuffer in, int from, int to, String lowerCase) {
    int first = firstVisible(in, from, to);
    return startsWithLower(in, first, to, lowerCase) && isBlank(in, first + lowerCase.length(), to);
  }

  /// The index of the first byte that is not white space, or `to`.
  static int firstVisible(ByteBuffer in, int from, int to) {
    int first = from;
    while (first < to && isBlank(in.get(first))) {
      first++;
    }
    return first;
  }

  /// Whether a comma-separated list has a word, given in lower case.
  static boolean containsWord(ByteBuffer in, int from, int to, String lowerCase) {
    for (int i = from; i + lowerCase.length() <= to; i++) {
      if ((i == from || isSeparator(in.get(i - 1)))
          && startsWithLower(in, i, to, lowerCase)
          && (i + lowerCase.length() == to || isSeparator(in.get(i + lowerCase.length())))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSeparator(byte b) {
    return isBlank(b) || b == ',' || b == ';' || b == ':';
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b | 0x20 : b;
  }

  /// A number of digits only, or -1.
  static int decimal(ByteBuffer in, int from, int to) {
    long value = digits(in, from, to);
    return value > Integer.MAX_VALUE ? -1 : (int) value;
  }

  /// A number between white space, or -1.
  static long trimmedDecimal(ByteBuffer in, int from, int to) {
    int first = firstVisible(in, from, to);
    return digits(in, first, lastVisible(in, first, to));
  }

  /// The index behind the last byte that is not white space, or `from`.
  static int lastVisible(ByteBuffer in, int from, int to) {
    int last = to;
    while (last > from && isBlank(in.get(last - 1))) {
      last--;
    }
    return last;
  }

  /// White space, and what is replaced by a space inside of a value (RFC 9110, section 5.5).
  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == 0;
  }

  private static long digits(ByteBuffer in, int from, int to) {
    if (from >= to) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = in.get(i) - '0';
      if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - 9) / 10) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  /// The hexadecimal number at the beginning of a line that has no line end. White space and a
  /// semicolon with anything behind it may follow, as in the first line of a chunk.
  ///
  /// @return -1 if there is no such number, or none below 2^63
  static long hexadecimal(ByteBuffer in, int from, int to) {
    long value = 0;
    int i = from;
    for (; i < to; i++) {
      int digit = Character.digit(in.get(i), 16);
      if (digit < 0) {
        break;
      }
      if (value >= 1L << 59) {
        return -1;
      }
      value = (value << 4) | digit;
    }
    int digitsEnd = i;
    while (i < to && (in.get(i) == ' ' || in.get(i) == '\t')) {
      i++;
    }
    return digitsEnd > from && (i == to || in.get(i) == ';') ? value : -1;
  }

  /// Appends a number of 0 or more.
  static void putDecimal(int value, ByteBuffer out) {
    int power = 1;
    while (value / power >= 10) {
      power *= 10;
    }
    for (; power > 0; power /= 10) {
      out.put((byte) ('0' + value / power % 10));
    }
  }
}
