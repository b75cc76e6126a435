package dev.takt.driver.http;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Searches, parses and formats in byte buffers, without creating strings.
final class Bytes {

  private static final long LOW_SEVEN_BITS = 0x7F7F7F7F7F7F7F7FL;
  private static final long LINE_FEEDS = 0x0A0A0A0A0A0A0A0AL;

  private Bytes() {}

  /// The index of the first line feed from `from` (inclusive) to `to` (exclusive), or -1. Compares
  /// eight bytes at a time. The exclusive or makes exactly the line feeds zero. The sum carries
  /// into a byte's top bit unless its low seven bits are zero (Warren: Hacker's Delight, 6-1).
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

  /// The index of the value of a field with this name, after the colon. White space before the
  /// colon is ignored.
  ///
  /// @param lowerCase the name in lower case
  /// @return -1 if the field has another name
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

  /// The end of the element at `from` in a comma-separated list: a comma or `to`.
  static int elementEnd(ByteBuffer in, int from, int to) {
    int end = from;
    while (end < to && in.get(end) != ',') {
      end++;
    }
    return end;
  }

  /// Whether there is only white space.
  static boolean isBlank(ByteBuffer in, int from, int to) {
    return firstVisible(in, from, to) == to;
  }

  /// Whether the text, without surrounding white space, is this word, given in lower case.
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

  /// Whether a comma-separated list contains a word, given in lower case.
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

  /// Parses a number of only digits; -1 if it is none.
  static int decimal(ByteBuffer in, int from, int to) {
    long value = digits(in, from, to);
    return value > Integer.MAX_VALUE ? -1 : (int) value;
  }

  /// Parses a number surrounded by white space; -1 if it is none.
  static long trimmedDecimal(ByteBuffer in, int from, int to) {
    int first = firstVisible(in, from, to);
    return digits(in, first, lastVisible(in, first, to));
  }

  /// The index after the last byte that is not white space, or `from`.
  static int lastVisible(ByteBuffer in, int from, int to) {
    int last = to;
    while (last > from && isBlank(in.get(last - 1))) {
      last--;
    }
    return last;
  }

  /// White space, and bytes that count as a space inside a value (RFC 9110, section 5.5).
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

  /// Parses the hexadecimal number at the beginning of a line without a line end. It may be
  /// followed by white space and by a semicolon with anything after it, as in a chunk header.
  ///
  /// @return -1 if there is no such number, or it is not below 2^63
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

  /// Appends a number of at least 0.
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
