package dev.takt.driver.jdbc.sql;

import java.util.regex.Pattern;

/// How characters are written inside quotes of a statement, with conversion in both directions.
///
/// @param style the rules
/// @param close the closing quote
record Quoting(Style style, String close) {

  /// The rules of a kind of quote.
  enum Style {
    /// All characters are literal, and the closing quote is doubled.
    DOUBLED,
    /// MySQL's strings: as in [#DOUBLED], plus `\` escapes.
    MYSQL,
    /// PostgreSQL's `E'…'`.
    ESCAPED,
    /// All characters are literal, and the closing quote cannot occur inside: `$$…$$`, `q'[…]'`.
    RAW,
    /// A string with encoded content: `X'…'`, `B'…'`, `U&'…'`.
    CODED,
    /// A part of an unquoted name or number.
    BARE,
    /// A comment.
    COMMENT
  }

  static final Quoting NOT_QUOTED = new Quoting(Style.BARE, "");

  private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_]*");
  private static final Pattern PLAIN_COMMENT = Pattern.compile("[\\p{L}\\p{N}_ .,:;-]*");

  /// The quoting of a string in `'…'`.
  static Quoting ofString(SqlDialect dialect) {
    return new Quoting(dialect.hasBackslashes() ? Style.MYSQL : Style.DOUBLED, "'");
  }

  /// Encodes a value.
  ///
  /// @throws IllegalArgumentException if the value cannot be written safely
  String write(String value) {
    return switch (style) {
      case DOUBLED -> withoutNul(value).replace(close, close + close);
      case MYSQL, ESCAPED -> withoutNul(value).replace("\\", "\\\\").replace(close, close + close);
      case RAW -> {
        refuseIf(value.contains(close) || (close.startsWith("$") && value.contains("$")), value);
        yield withoutNul(value);
      }
      case CODED, BARE -> {
        refuseIf(!PLAIN.matcher(value).matches(), value);
        yield value;
      }
      case COMMENT -> {
        refuseIf(!PLAIN_COMMENT.matcher(value).matches() || value.contains("--"), value);
        yield value;
      }
    };
  }

  private static String withoutNul(String value) {
    refuseIf(value.indexOf('\0') >= 0, value);
    return value;
  }

  private static void refuseIf(boolean isUnsafe, String value) {
    if (isUnsafe) {
      throw new IllegalArgumentException(
          "the value \"" + value.replace('\0', '0') + "\" cannot be written there safely");
    }
  }

  /// Decodes a value.
  ///
  /// @throws IllegalArgumentException if this style has no bindable values
  String read(String text) {
    return switch (style) {
      case DOUBLED -> text.replace(close + close, close);
      case MYSQL, ESCAPED -> unescaped(text);
      case RAW -> text;
      case CODED, BARE, COMMENT ->
          throw new IllegalArgumentException("a placeholder there cannot be bound");
    };
  }

  private String unescaped(String text) {
    StringBuilder value = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i = style == Style.MYSQL ? mysqlEscape(text, i + 1, value) : escape(text, i + 1, value);
      } else {
        value.append(c);
        i += text.startsWith(close + close, i) ? close.length() : 0;
      }
    }
    return value.toString();
  }

  /// @return the index of the escape's last character
  private static int mysqlEscape(String text, int at, StringBuilder value) {
    char c = escaped(text, at);
    switch (c) {
      case '0' -> value.append('\0');
      case 'b' -> value.append('\b');
      case 'n' -> value.append('\n');
      case 'r' -> value.append('\r');
      case 't' -> value.append('\t');
      case 'Z' -> value.append('\u001a');
      case '%', '_' -> value.append('\\').append(c);
      default -> value.append(c);
    }
    return at;
  }

  private static int escape(String text, int at, StringBuilder value) {
    char c = escaped(text, at);
    switch (c) {
      case 'b' -> value.append('\b');
      case 'f' -> value.append('\f');
      case 'n' -> value.append('\n');
      case 'r' -> value.append('\r');
      case 't' -> value.append('\t');
      case 'x' -> {
        return number(text, at + 1, 2, 16, value);
      }
      case 'u' -> {
        return number(text, at + 1, 4, 16, value);
      }
      case 'U' -> {
        return number(text, at + 1, 8, 16, value);
      }
      default -> {
        if (Character.digit(c, 8) >= 0) {
          return number(text, at, 3, 8, value);
        }
        value.append(c);
      }
    }
    return at;
  }

  private static char escaped(String text, int at) {
    if (at >= text.length()) {
      throw new IllegalArgumentException("a \\ before a placeholder escapes its value");
    }
    return text.charAt(at);
  }

  private static int number(String text, int from, int most, int radix, StringBuilder value) {
    int end = from;
    while (end < text.length()
        && end < from + most
        && Character.digit(text.charAt(end), radix) >= 0) {
      end++;
    }
    boolean isByte = radix == 8 || most == 2;
    int code = end == from ? -1 : (int) Long.parseLong(text.substring(from, end), radix);
    if (!Character.isValidCodePoint(code) || code == 0 || (isByte && code >= 0x80)) {
      throw new IllegalArgumentException(
          "the escape \\"
              + text.substring(Math.max(0, from - 1), end)
              + " beside a placeholder is not supported: write the character itself");
    }
    value.appendCodePoint(code);
    return end - 1;
  }
}
