package dev.takt.driver.redis;

import java.util.ArrayList;
import java.util.List;

/// Splits a command into words as `redis-cli` does. White space separates words. Double quotes
/// support `\n`, `\r`, `\t`, `\b`, `\a`, `\xHH` and a backslash before any other character; single
/// quotes support only `\'`. A placeholder (`{uniform:1..9}`) is never split.
final class Words {

  private final String text;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();

  /// Distinguishes an empty word, `""`, from no word.
  private boolean inWord;

  private Words(String text) {
    this.text = text;
  }

  /// @throws IllegalArgumentException with the problem and its position
  static List<String> of(String text) {
    return new Words(text).split();
  }

  private List<String> split() {
    for (int i = 0; i < text.length(); ) {
      i = next(i);
    }
    endWord();
    if (words.isEmpty() || words.getFirst().isEmpty()) {
      throw new IllegalArgumentException("expected a command, such as GET user:1, found nothing");
    }
    return List.copyOf(words);
  }

  private int next(int i) {
    char c = text.charAt(i);
    if (Character.isWhitespace(c)) {
      endWord();
      return i + 1;
    }
    inWord = true;
    return switch (c) {
      case '"', '\'' -> quoted(i, c);
      case '{' -> braced(i);
      default -> literal(i);
    };
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }

  private int literal(int i) {
    word.append(text.charAt(i));
    return i + 1;
  }

  /// A brace before a letter begins a placeholder, which may contain spaces; two braces stand for
  /// one.
  private int braced(int open) {
    char next = open + 1 < text.length() ? text.charAt(open + 1) : ' ';
    int close = Character.isLetter(next) ? text.indexOf('}', open) : next == '{' ? open + 1 : open;
    int end = close < 0 ? text.length() : close + 1;
    word.append(text, open, end);
    return end;
  }

  private int quoted(int open, char quote) {
    int i = open + 1;
    while (i < text.length() && text.charAt(i) != quote) {
      i = text.charAt(i) == '\\' ? escaped(i, quote) : literal(i);
    }
    if (i == text.length()) {
      throw fault(open, "a " + quote + " is not closed");
    }
    if (i + 1 < text.length() && !Character.isWhitespace(text.charAt(i + 1))) {
      throw fault(i, "a blank must follow the closing " + quote);
    }
    return i + 1;
  }

  private int escaped(int backslash, char quote) {
    if (backslash + 1 == text.length()) {
      throw fault(backslash, "nothing follows the backslash");
    }
    char c = text.charAt(backslash + 1);
    if (quote == '\'') {
      return literal(c == '\'' ? backslash + 1 : backslash);
    }
    if (c == 'x') {
      return hexadecimal(backslash);
    }
    word.append(
        switch (c) {
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          case 'b' -> '\b';
          case 'a' -> '\u0007';
          default -> c;
        });
    return backslash + 2;
  }

  private int hexadecimal(int backslash) {
    int end = Math.min(text.length(), backslash + 4);
    String digits = text.substring(backslash + 2, end);
    if (!digits.matches("[0-7][0-9A-Fa-f]")) {
      throw fault(
          backslash,
          "expected two hexadecimal digits from 00 to 7F after \\x, since words are text");
    }
    word.append((char) Integer.parseInt(digits, 16));
    return end;
  }

  private static IllegalArgumentException fault(int index, String message) {
    return new IllegalArgumentException("column " + (index + 1) + ": " + message);
  }
}
