package dev.takt.watch.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Finds numbers in a text of ASCII characters, from its begin to its end, without garbage. For one
/// thread at a time.
final class Figures {

  /// Where there is no number.
  static final long NONE = -1;

  private final ByteBuffer text;
  private int length;
  private int at;

  /// @param text filled by others before each [#reset]
  Figures(ByteBuffer text) {
    this.text = text;
  }

  /// Goes to the begin of a new text.
  void reset(int newLength) {
    length = newLength;
    at = 0;
  }

  /// Goes behind the next line's begin that is `word`, which is ASCII.
  ///
  /// @return false if there is none: then nothing has happened
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

  /// Goes behind the next `word` of this line.
  ///
  /// @return false if there is none: then nothing has happened
  boolean toWord(String word) {
    for (int i = at; i < length && text.get(i) != '\n'; i++) {
      if (isAt(i, word)) {
        at = i + word.length();
        return true;
      }
    }
    return false;
  }

  /// Goes behind the last character `last` of the text.
  void toLast(char last) {
    for (int i = length - 1; i >= at; i--) {
      if (text.get(i) == last) {
        at = i + 1;
        return;
      }
    }
  }

  /// Goes over blanks and so many words of this line.
  void skip(int words) {
    for (int i = 0; i < words; i++) {
      skipBlanks();
      while (at < length && text.get(at) > ' ') {
        at++;
      }
    }
  }

  /// The next character of this line that is no blank, 0 if there is none.
  char character() {
    skipBlanks();
    return at < length ? (char) text.get(at) : 0;
  }

  /// The number that stands here, behind blanks; [#NONE] if there is none.
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

  /// All of it.
  @Override
  public String toString() {
    byte[] bytes = new byte[length];
    text.get(0, bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }
}
