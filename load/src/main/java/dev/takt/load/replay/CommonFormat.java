package dev.takt.load.replay;

import java.util.List;

/// Parses lines in the common and combined log formats, and formats that begin like them: whatever
/// stands before the time in brackets, the request in quotes, the status. After them, the duration
/// as nginx writes it is found: `rt=0.005`, `request_time=0.005`, or a number with three decimals.
final class CommonFormat {

  private static final List<String> NAMES = List.of("rt=", "request_time=");

  private final byte[] request = new byte[LineReader.MAX_LINE_BYTES];
  private int requestLength;

  /// Parses a line.
  ///
  /// @return false if there is no request in it
  boolean parse(byte[] line, int length, LogEntry into) {
    int open = time(line, length, 0, into);
    int close = open < 0 ? -1 : indexOf(line, open, length, ']');
    int quote = close < 0 ? -1 : indexOf(line, close, length, '"');
    int after = quote < 0 ? -1 : unescape(line, quote + 1, length);
    if (after < 0 || !requestLine(request, requestLength, into)) {
      return false;
    }
    into.status(status(line, after, length));
    duration(line, after, length, into);
    return true;
  }

  /// Finds the time in brackets.
  ///
  /// @return where it begins; -1 if there is none
  private static int time(byte[] line, int length, int from, LogEntry into) {
    for (int open = indexOf(line, from, length, '[');
        open >= 0;
        open = indexOf(line, open + 1, length, '[')) {
      int close = indexOf(line, open, length, ']');
      if (close < 0) {
        return -1;
      }
      if (into.time(line, open + 1, close, false)) {
        return open;
      }
    }
    return -1;
  }

  private static int indexOf(byte[] line, int from, int length, char c) {
    for (int i = from; i < length; i++) {
      if (line[i] == c) {
        return i;
      }
    }
    return -1;
  }

  /// Reads the text up to the next quote, where `\x0A`, `\n`, `\"` and `\\` stand for a byte.
  ///
  /// @return where the text after the quote begins; -1 if there is no quote
  private int unescape(byte[] line, int from, int length) {
    requestLength = 0;
    for (int i = from; i < length; i++) {
      byte b = line[i];
      if (b == '"') {
        return i + 1;
      }
      if (b == '\\' && i + 1 < length) {
        byte next = line[++i];
        int high = i + 2 < length ? Character.digit(line[i + 1], 16) : -1;
        int low = high < 0 ? -1 : Character.digit(line[i + 2], 16);
        if (next == 'x' && low >= 0) {
          b = (byte) (high * 16 + low);
          i += 2;
        } else {
          b =
              switch (next) {
                case 'n' -> (byte) '\n';
                case 'r' -> (byte) '\r';
                case 't' -> (byte) '\t';
                case 'b', 'f', 'v' -> 1;
                default -> next;
              };
        }
      }
      request[requestLength++] = b;
    }
    return -1;
  }

  /// Parses the first line of a request, whose path may have spaces.
  static boolean requestLine(byte[] text, int length, LogEntry into) {
    int space = indexOf(text, 0, length, ' ');
    if (space <= 0 || !into.method(text, 0, space)) {
      return false;
    }
    int from = space + 1;
    int end = length;
    for (int i = length - 1; i > space; i--) {
      if (text[i] == ' ') {
        end = isVersion(text, i + 1, length) ? i : end;
        break;
      }
    }
    if (end <= from) {
      return false;
    }
    into.target(text, from, end);
    return true;
  }

  private static boolean isVersion(byte[] text, int from, int length) {
    return length - from >= 6
        && text[from] == 'H'
        && text[from + 1] == 'T'
        && text[from + 2] == 'T'
        && text[from + 3] == 'P'
        && text[from + 4] == '/';
  }

  /// The status after the request; 0 if there is none.
  private static int status(byte[] line, int from, int length) {
    int i = from;
    while (i < length && line[i] == ' ') {
      i++;
    }
    boolean isStatus =
        i + 3 <= length
            && isDigit(line[i])
            && isDigit(line[i + 1])
            && isDigit(line[i + 2])
            && (i + 3 == length || line[i + 3] == ' ');
    return isStatus ? (line[i] - '0') * 100 + (line[i + 1] - '0') * 10 + line[i + 2] - '0' : 0;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /// Finds the duration among the words outside quotes.
  private static void duration(byte[] line, int from, int length, LogEntry into) {
    boolean isQuoted = false;
    int i = from;
    while (i < length) {
      byte b = line[i];
      if (b == '"') {
        isQuoted = !isQuoted;
      } else if (b == '\\') {
        i++;
      } else if (!isQuoted && line[i - 1] == ' ') {
        int value = i + nameLength(line, i, length);
        long nanos = seconds(line, value, length);
        if (nanos >= 0) {
          into.duration(nanos);
          return;
        }
      }
      i++;
    }
  }

  private static int nameLength(byte[] line, int from, int length) {
    for (int k = 0; k < NAMES.size(); k++) {
      String name = NAMES.get(k);
      int i = 0;
      while (i < name.length() && from + i < length && line[from + i] == name.charAt(i)) {
        i++;
      }
      if (i == name.length()) {
        return i;
      }
    }
    return 0;
  }

  /// Nanoseconds; -1 if there is no number with three decimals that ends with its word.
  private static long seconds(byte[] line, int from, int length) {
    long value = 0;
    int i = from;
    while (i < length && isDigit(line[i]) && i - from < 9) {
      value = 10 * value + line[i] - '0';
      i++;
    }
    if (i == from || i + 4 > length || line[i] != '.') {
      return -1;
    }
    for (int k = 1; k <= 3; k++) {
      if (!isDigit(line[i + k])) {
        return -1;
      }
      value = 10 * value + line[i + k] - '0';
    }
    return i + 4 == length || line[i + 4] == ' ' ? value * 1_000_000 : -1;
  }
}
