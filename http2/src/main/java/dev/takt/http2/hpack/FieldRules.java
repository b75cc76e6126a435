package dev.takt.http2.hpack;

/// Which bytes names and values of fields may have (RFC 9113, section 8.2.1). What breaks these
/// rules could make another message of it when it is written as text.
public final class FieldRules {

  private static final int DELETE = 0x7F;

  /// By byte: whether it may stand in a name.
  private static final boolean[] IN_NAMES = new boolean[256];

  static {
    for (int c = '!'; c < DELETE; c++) {
      IN_NAMES[c] = c != ':' && (c < 'A' || c > 'Z');
    }
  }

  private FieldRules() {}

  /// Whether these bytes are a name in small letters. A pseudo-field's name begins with a colon.
  public static boolean isName(byte[] bytes, int start, int length) {
    int first = isPseudo(bytes, start, length) ? start + 1 : start;
    int end = start + length;
    for (int i = first; i < end; i++) {
      if (!IN_NAMES[bytes[i] & 0xFF]) {
        return false;
      }
    }
    return first < end;
  }

  /// Whether a name is that of a pseudo-field.
  public static boolean isPseudo(byte[] bytes, int start, int length) {
    return length > 0 && bytes[start] == ':';
  }

  /// Whether these bytes can be a value: no NUL, no end of a line.
  public static boolean isValue(byte[] bytes, int start, int length) {
    for (int i = start; i < start + length; i++) {
      byte b = bytes[i];
      if (b == 0 || b == '\n' || b == '\r') {
        return false;
      }
    }
    return true;
  }
}
