package dev.takt.driver.redis;

import java.nio.ByteBuffer;

/// Parses replies incrementally, in RESP2 or RESP3: token by token, however the bytes are split.
/// Does not allocate, and keeps only its position in the reply.
///
/// Push messages and attributes are parsed but not returned. The streamed types of RESP3, which no
/// server sends, are not supported.
final class RespReader {

  /// The next token of a reply.
  enum Token {
    /// The bytes end within a token: call again when there are more.
    INCOMPLETE,
    /// A simple, bulk or verbatim string.
    STRING,
    /// An error, simple or bulk.
    ERROR,
    INTEGER,
    DOUBLE,
    BIG_NUMBER,
    BOOLEAN,
    /// The null of RESP3, or the null string or null array of RESP2.
    NULL,
    /// Begins an array; its elements follow as separate tokens.
    ARRAY,
    /// Begins a map: keys and values alternate.
    MAP,
    /// Begins a set.
    SET,
    /// The bytes are not a reply. Parsing cannot continue.
    MALFORMED
  }

  /// Maximum nesting depth. Servers' own replies have a few levels; scripts can nest arbitrarily.
  static final int MAX_DEPTH = 64;

  private static final int MAX_LINE_LENGTH = 64 * 1024;
  private static final int MAX_NUMBER_LENGTH = 64;

  /// The limit of Redis itself.
  private static final long MAX_STRING_BYTES = 512L * 1024 * 1024;

  private static final long MAX_ELEMENTS = 1L << 31;
  private static final long NO_NUMBER = Long.MIN_VALUE;
  private static final int NOT_YET = -1;
  private static final int NO_LINE = -2;
  private static final String OF_DOUBLES = "+-.eEinfINFaA";

  /// Number of remaining elements, by level.
  private final long[] left = new long[MAX_DEPTH];

  /// Whether the open aggregate at a level is a push or an attribute rather than part of the reply.
  private final boolean[] isAside = new boolean[MAX_DEPTH];

  private int depth;
  private int asides;

  /// Whether the last token belongs to a push or an attribute.
  private boolean isHidden;

  private int level;
  private boolean keepsStrings;
  private long longestKept = MAX_STRING_BYTES;

  /// Whether [#start] and [#end] give all of the last string.
  private boolean isWhole;

  private Token inString = Token.INCOMPLETE;
  private boolean isVerbatim;
  private boolean isStringKept;
  private long stringLeft;
  private int start;
  private int end;
  private long size;

  /// Prepares for the beginning of a reply.
  void reset() {
    depth = 0;
    asides = 0;
    inString = Token.INCOMPLETE;
  }

  /// Whether to return strings only when complete, so that [#start] and [#end] give their position;
  /// otherwise strings are skipped as they arrive. Errors are always kept.
  void keepStrings(boolean keep) {
    keepStrings(keep, MAX_STRING_BYTES);
  }

  /// The same for strings that are not too long.
  ///
  /// @param longest in bytes
  void keepStrings(boolean keep, long longest) {
    keepsStrings = keep;
    longestKept = longest;
  }

  /// Whether [#start] and [#end] give the position of all of the last value: not if it is a string
  /// that was skipped.
  boolean isWhole() {
    return isWhole;
  }

  /// Reads the next token and consumes its bytes.
  Token next(ByteBuffer in) {
    Token token;
    do {
      isHidden = asides > 0;
      token = inString == Token.INCOMPLETE ? head(in) : string(in);
    } while (isHidden && token != Token.INCOMPLETE && token != Token.MALFORMED);
    return token;
  }

  /// Nesting level of the last token: 0 for a reply as a whole, 1 for its elements.
  int level() {
    return level;
  }

  /// Whether the last token completed a reply.
  boolean isComplete() {
    return depth == 0;
  }

  /// The number of elements of an array or set, or of pairs of a map.
  long size() {
    return size;
  }

  /// Buffer index at which the text of the last value begins.
  int start() {
    return start;
  }

  /// Buffer index at which it ends.
  int end() {
    return end;
  }

  private Token head(ByteBuffer in) {
    if (!in.hasRemaining()) {
      return Token.INCOMPLETE;
    }
    int from = in.position() + 1;
    byte type = in.get(from - 1);
    if (!isType(type)) {
      return Token.MALFORMED;
    }
    int lineEnd = lineEnd(in, from, isText(type) ? MAX_LINE_LENGTH : MAX_NUMBER_LENGTH);
    if (lineEnd < 0) {
      return lineEnd == NOT_YET ? Token.INCOMPLETE : Token.MALFORMED;
    }
    in.position(lineEnd + 2);
    return switch (type) {
      case '+' -> text(Token.STRING, from, lineEnd);
      case '-' -> text(Token.ERROR, from, lineEnd);
      case '(' -> isWhole(in, from, lineEnd) ? text(Token.BIG_NUMBER, from, lineEnd) : malformed();
      case ':' -> isInteger(in, from, lineEnd) ? text(Token.INTEGER, from, lineEnd) : malformed();
      case ',' -> isDouble(in, from, lineEnd) ? text(Token.DOUBLE, from, lineEnd) : malformed();
      case '#' -> isBoolean(in, from, lineEnd) ? text(Token.BOOLEAN, from, lineEnd) : malformed();
      case '_' -> from == lineEnd ? text(Token.NULL, from, lineEnd) : malformed();
      default -> counted(type, number(in, from, lineEnd), in);
    };
  }

  private static boolean isType(byte type) {
    return switch (type) {
      case '+', '-', ':', '$', '*', '_', ',', '#', '!', '=', '(', '%', '~', '>', '|' -> true;
      default -> false;
    };
  }

  private static boolean isText(byte type) {
    return type == '+' || type == '-' || type == '(';
  }

  /// The index of the line's CR LF; [#NOT_YET] or [#NO_LINE] if there is none.
  private static int lineEnd(ByteBuffer in, int from, int longest) {
    int last = Math.min(in.limit(), from + longest + 2);
    for (int i = from; i < last; i++) {
      if (in.get(i) == '\r') {
        if (i + 1 == in.limit()) {
          return NOT_YET;
        }
        return in.get(i + 1) == '\n' ? i : NO_LINE;
      }
    }
    return last == in.limit() ? NOT_YET : NO_LINE;
  }

  private static Token malformed() {
    return Token.MALFORMED;
  }

  /// A value in a single line.
  private Token text(Token token, int from, int to) {
    isWhole = true;
    start = from;
    end = to;
    level = depth;
    ended();
    return token;
  }

  /// A value that begins with a count of bytes or elements.
  private Token counted(byte type, long count, ByteBuffer in) {
    if (count == -1 && (type == '$' || type == '*')) {
      return text(Token.NULL, in.position(), in.position());
    }
    if (count < 0) {
      return Token.MALFORMED;
    }
    return switch (type) {
      case '$' -> string(Token.STRING, false, count, in);
      case '=' -> count < 4 ? Token.MALFORMED : string(Token.STRING, true, count, in);
      case '!' -> string(Token.ERROR, false, count, in);
      case '*' -> list(Token.ARRAY, count, 1, false);
      case '~' -> list(Token.SET, count, 1, false);
      case '%' -> list(Token.MAP, count, 2, false);
      // A push occurs only between replies; elsewhere it is an ordinary array.
      case '>' -> list(Token.ARRAY, count, 1, depth == 0);
      default -> list(Token.MAP, count, 2, true);
    };
  }

  private Token list(Token token, long count, int each, boolean aside) {
    if (count > MAX_ELEMENTS || depth == MAX_DEPTH) {
      return Token.MALFORMED;
    }
    level = depth;
    size = count;
    isHidden |= aside;
    if (count > 0) {
      left[depth] = count * each;
      isAside[depth] = aside;
      asides += aside ? 1 : 0;
      depth++;
    } else if (!aside) {
      ended();
    }
    return token;
  }

  /// Ends a value, and the aggregates whose last element it was. A push or an attribute is not an
  /// element of anything.
  private void ended() {
    while (depth > 0 && --left[depth - 1] == 0) {
      depth--;
      if (isAside[depth]) {
        asides--;
        return;
      }
    }
  }

  private Token string(Token token, boolean verbatim, long length, ByteBuffer in) {
    if (length > MAX_STRING_BYTES) {
      return Token.MALFORMED;
    }
    inString = token;
    isVerbatim = verbatim;
    stringLeft = length;
    isStringKept = token == Token.ERROR || (keepsStrings && length <= longestKept);
    return string(in);
  }

  /// Continues a string of known length.
  private Token string(ByteBuffer in) {
    Token token = inString;
    boolean kept = !isHidden && isStringKept;
    if (kept && in.remaining() < stringLeft + 2) {
      return Token.INCOMPLETE;
    }
    int skipped = (int) Math.min(stringLeft, in.remaining());
    start = in.position();
    end = start + skipped;
    in.position(end);
    stringLeft -= skipped;
    if (in.remaining() < 2) {
      return stringLeft == 0 && in.hasRemaining() && in.get(end) != '\r'
          ? Token.MALFORMED
          : Token.INCOMPLETE;
    }
    if (in.get(end) != '\r' || in.get(end + 1) != '\n') {
      return Token.MALFORMED;
    }
    in.position(end + 2);
    inString = Token.INCOMPLETE;
    // The first four bytes of a verbatim string give the format of the text.
    Token read = text(token, isVerbatim && kept ? start + 4 : start, end);
    isWhole = kept;
    return read;
  }

  private static boolean isWhole(ByteBuffer in, int from, int to) {
    int first = from < to && (in.get(from) == '-' || in.get(from) == '+') ? from + 1 : from;
    for (int i = first; i < to; i++) {
      if (in.get(i) < '0' || in.get(i) > '9') {
        return false;
      }
    }
    return first < to;
  }

  /// An integer has 64 bits: at most 19 digits. Its value is not used.
  private static boolean isInteger(ByteBuffer in, int from, int to) {
    return to - from <= 20 && isWhole(in, from, to);
  }

  /// Parses the number between two positions; [#NO_NUMBER] if it is invalid.
  private static long number(ByteBuffer in, int from, int to) {
    boolean negative = from < to && in.get(from) == '-';
    int first = negative || (from < to && in.get(from) == '+') ? from + 1 : from;
    if (first == to) {
      return NO_NUMBER;
    }
    long value = 0;
    for (int i = first; i < to; i++) {
      int digit = in.get(i) - '0';
      if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
        return NO_NUMBER;
      }
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  private static boolean isDouble(ByteBuffer in, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = in.get(i);
      if ((b < '0' || b > '9') && OF_DOUBLES.indexOf(b) < 0) {
        return false;
      }
    }
    return from < to;
  }

  private static boolean isBoolean(ByteBuffer in, int from, int to) {
    return to == from + 1 && (in.get(from) == 't' || in.get(from) == 'f');
  }
}
