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

  /// Whether the line has this header, whose name is given in lower case and with its colon.
  static boolean isHeader(ByteBuffer in, int from, int to, String lowerCase) {
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

  /// Whether a comma-separated list has a word, given in lower case.
  static boolean containsWord(ByteBuffer in, int from, int to, String lowerCase) {
    for (int i = from; i + lowerCase.length() <= to; i++) {
      if ((i == from || isSeparator(in.get(i - 1)))
          && isHeader(in, i, to, lowerCase)
          && (i + lowerCase.length() == to || isSeparator(in.get(i + lowerCase.length())))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSeparator(byte b) {
    return b == ' ' || b == '\t' || b == ',' || b == ';' || b == ':';
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
    int first = from;
    int last = to;
    while (first < last && isBlank(in.get(first))) {
      first++;
    }
    while (last > first && isBlank(in.get(last - 1))) {
      last--;
    }
    return digits(in, first, last);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private static long digits(ByteBuffer in, int from, int to) {
    if (from >= to || to - from > 18) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = in.get(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  /// The hexadecimal number that a chunk's first line begins with, or -1.
  static long hexadecimal(ByteBuffer in, int from, int to) {
    long value = 0;
    int i = from;
    for (; i < to && i - from < 16; i++) {
      int digit = Character.digit(in.get(i), 16);
      if (digit < 0) {
        break;
      }
      value = (value << 4) | digit;
    }
    boolean ended = i == to || in.get(i) == '\r' || in.get(i) == ';' || isBlank(in.get(i));
    return i > from && ended ? value : -1;
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
