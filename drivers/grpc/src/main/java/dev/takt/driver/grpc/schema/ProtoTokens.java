package dev.takt.driver.grpc.schema;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The words of a `.proto` file: names, numbers, texts and single characters, without comments.
final class ProtoTokens {

  private static final int TEXT = 1;
  private static final int OTHER = 0;

  /// @param text of a text: without its quotation marks, still escaped
  private record Token(int kind, String text, int line) {}

  private final String file;
  private final List<Token> tokens = new ArrayList<>();
  private int next;

  /// @throws IllegalArgumentException with file and line
  ProtoTokens(String file, String text) {
    this.file = file;
    int line = 1;
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      int from = i;
      if (Character.isWhitespace(c) || c == '\uFEFF') {
        i++;
      } else if (text.startsWith("//", i)) {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", i)) {
        int end = text.indexOf("*/", i + 2);
        if (end < 0) {
          throw fault(line, "a comment is not closed");
        }
        i = end + 2;
      } else if (c == '"' || c == '\'') {
        i = endOfText(text, i, line);
        tokens.add(new Token(TEXT, text.substring(from + 1, i - 1), line));
      } else if (isWord(c)
          || (c == '.' && i + 1 < text.length() && Character.isDigit(text.charAt(i + 1)))) {
        i = endOfWord(text, i);
        tokens.add(new Token(OTHER, text.substring(from, i), line));
      } else {
        i++;
        tokens.add(new Token(OTHER, String.valueOf(c), line));
      }
      line += (int) text.substring(from, i).chars().filter(each -> each == '\n').count();
    }
  }

  private static boolean isWord(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static int endOfWord(String text, int from) {
    boolean isNumber = Character.isDigit(text.charAt(from)) || text.charAt(from) == '.';
    boolean isHexadecimal = text.startsWith("0x", from) || text.startsWith("0X", from);
    int i = from;
    while (i < text.length()) {
      char c = text.charAt(i);
      boolean isSign = (c == '+' || c == '-') && i > from && "eE".indexOf(text.charAt(i - 1)) >= 0;
      if (!isWord(c) && !(isNumber && (c == '.' || (isSign && !isHexadecimal)))) {
        break;
      }
      i++;
    }
    return i;
  }

  private int endOfText(String text, int from, int line) {
    int i = from + 1;
    while (i < text.length() && text.charAt(i) != text.charAt(from) && text.charAt(i) != '\n') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    if (i >= text.length() || text.charAt(i) == '\n') {
      throw fault(line, "a text is not closed");
    }
    return i + 1;
  }

  private IllegalArgumentException fault(int line, String message) {
    return new IllegalArgumentException(file + ":" + line + ": " + message);
  }

  /// A problem with the next word.
  IllegalArgumentException fault(String expected) {
    Token found = hasNext() ? tokens.get(next) : null;
    int line = found != null ? found.line : tokens.isEmpty() ? 1 : tokens.getLast().line;
    return fault(
        line,
        "expected "
            + expected
            + ", found "
            + (found == null ? "the end of the file" : "\"" + found.text + "\""));
  }

  boolean hasNext() {
    return next < tokens.size();
  }

  /// Whether the next word is this one.
  boolean is(String word) {
    return hasNext() && tokens.get(next).kind == OTHER && tokens.get(next).text.equals(word);
  }

  /// Whether the next word is the first and the one after it is the second.
  boolean is(String first, String second) {
    boolean isSecond = next + 1 < tokens.size() && tokens.get(next + 1).text.equals(second);
    return is(first) && isSecond;
  }

  /// Takes the next word if it is this one.
  boolean skip(String word) {
    boolean is = is(word);
    next += is ? 1 : 0;
    return is;
  }

  /// Takes the next word, which must be this one.
  void expect(String word) {
    if (!skip(word)) {
      throw fault("\"" + word + "\"");
    }
  }

  /// Takes a name without dots.
  String name() {
    boolean isName =
        hasNext()
            && tokens.get(next).kind == OTHER
            && isWord(tokens.get(next).text.charAt(0))
            && !Character.isDigit(tokens.get(next).text.charAt(0));
    if (!isName) {
      throw fault("a name");
    }
    return tokens.get(next++).text;
  }

  /// Takes a name that may have dots, also before it.
  String fullName() {
    StringBuilder name = new StringBuilder(skip(".") ? "." : "").append(name());
    while (skip(".")) {
      name.append('.').append(name());
    }
    return name.toString();
  }

  /// Takes a whole number.
  int number() {
    boolean isNegative = skip("-");
    try {
      long value =
          Long.decode(hasNext() && tokens.get(next).kind == OTHER ? tokens.get(next).text : "");
      if (value <= Integer.MAX_VALUE + (isNegative ? 1L : 0L)) {
        next++;
        return (int) (isNegative ? -value : value);
      }
    } catch (NumberFormatException _) {
      // It is refused below.
    }
    throw fault("a whole number");
  }

  boolean isText() {
    return hasNext() && tokens.get(next).kind == TEXT;
  }

  /// Takes a text, or several that follow each other.
  byte[] bytes() {
    if (!isText()) {
      throw fault("a text in quotation marks");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (isText()) {
      unescape(tokens.get(next).text, bytes);
      next++;
    }
    return bytes.toByteArray();
  }

  /// The same in UTF-8.
  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  private void unescape(String text, ByteArrayOutputStream out) {
    int i = 0;
    while (i < text.length()) {
      int slash = text.indexOf('\\', i);
      out.writeBytes(
          text.substring(i, slash < 0 ? text.length() : slash).getBytes(StandardCharsets.UTF_8));
      if (slash < 0) {
        return;
      }
      i = unescape(text, slash + 1, out);
    }
  }

  private int unescape(String text, int at, ByteArrayOutputStream out) {
    char c = text.charAt(at);
    int simple = "abfnrtv".indexOf(c);
    if (simple >= 0) {
      out.write("\u0007\b\f\n\r\t\u000B".charAt(simple));
      return at + 1;
    }
    int radix = c == 'x' || c == 'X' || c == 'u' || c == 'U' ? 16 : 8;
    int from = radix == 16 ? at + 1 : at;
    int max = from + (c == 'u' ? 4 : c == 'U' ? 8 : radix == 16 ? 2 : 3);
    int end = from;
    while (end < Math.min(max, text.length()) && Character.digit(text.charAt(end), radix) >= 0) {
      end++;
    }
    if (end == from) {
      out.write(c);
      return at + 1;
    }
    int value = Integer.parseUnsignedInt(text.substring(from, end), radix);
    if (c == 'u' || c == 'U') {
      if (!Character.isValidCodePoint(value)) {
        throw fault("a character that exists");
      }
      out.writeBytes(Character.toString(value).getBytes(StandardCharsets.UTF_8));
    } else {
      out.write(value);
    }
    return end;
  }

  /// Takes the value of an option: a name, a number or a text; what is in braces is skipped.
  String value() {
    if (is("{") || is("[")) {
      skipNested();
      return "";
    }
    if (isText()) {
      return text();
    }
    boolean isNegative = skip("-");
    if (!hasNext()) {
      throw fault("a value");
    }
    String value = tokens.get(next++).text;
    while (skip(".")) {
      value += "." + name();
    }
    return isNegative ? "-" + value : value;
  }

  private void skipNested() {
    int depth = 0;
    do {
      if (!hasNext()) {
        throw fault("a closing brace");
      }
      depth += is("{") || is("[") ? 1 : is("}") || is("]") ? -1 : 0;
      next++;
    } while (depth > 0);
  }

  /// Takes everything to the next semicolon.
  void skipStatement() {
    while (!is(";")) {
      if (!hasNext()) {
        throw fault("\";\"");
      }
      next++;
    }
    next++;
  }
}
