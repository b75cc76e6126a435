package dev.takt.watch.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Scans an ASCII text for numbers, from start to end, without allocation. Not thread-safe.
final class Figures {

  /// Returned where there is no number.
  static final long NONE = -1;

  private final ByteBuffer text;
  private int length;
  private int at;

  /// @param text filled by the caller before each [#reset]
  Figures(ByteBuffer text) {
    this.text = text;
  }

  /// Starts at the beginning of a new text of `newLength` bytes.
  void reset(int newLength) {
    length = newLength;
    at = 0;
  }

  /// Moves past `word` at the start of the next line that begins with it.
  ///
  /// @return false if no line does; then the position is unchanged
  boolean toLine(String word) {
    int line = at;
    while (line < length) {
      if ((line == 0 || text.get(line - 1) == '\n') && isAt(line, word)) {
        at = line + word.length();
        return true;
      }
      line++;
    }
    return false;
  }

  /// Moves past the next `word` in this line.
  ///
  /// @return false if there is none; then the position is unchanged
  boolean toWord(String word) {
    for (int i = at; i < length && text.get(i) != '\n'; i++) {
      if (isAt(i, word)) {
        at = i + word.length();
        return true;
      }
    }
    return false;
  }

  /// Moves past the last occurrence of `last` in the text.
  void toLast(char last) {
    for (int i = length - 1; i >= at; i--) {
      if (text.get(i) == last) {
        at = i + 1;
        return;
      }
    }
  }

  /// Skips this many words of this line, and the blanks before them.
  void skip(int words) {
    for (int i = 0; i < words; i++) {
      skipBlanks();
      while (at < length && text.get(at) > ' ') {
        at++;
      }
    }
  }

  /// Returns the next character that is no blank, without moving past it; 0 if there is none.
  char character() {
    skipBlanks();
    return at < length ? (char) text.get(at) : 0;
  }

  /// Skips blanks and reads a decimal number; [#NONE] if there is none.
  long number() {
    skipBlanks();
    long number = 0;
    int from = at;
    while (at < length && text.get(at) >= '0' && text.get(at) <= '9') {
      number = 10 * number + text.get(at) - '0';
      at++;
    }
    return at == from ? NONE : number;
  }

  private void skipBlanks() {
    while (at < length && text.get(at) == ' ') {
      at++;
    }
  }

  private boolean isAt(int offset, String word) {
    if (offset + word.length() > length) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (text.get(offset + i) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// The whole text.
  @Override
  public String toString() {
    byte[] bytes = new byte[length];
    text.get(0, bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
