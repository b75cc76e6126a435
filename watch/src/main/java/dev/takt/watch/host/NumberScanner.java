package dev.takt.watch.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Scans an ASCII text for numbers, from start to end, without allocation. Not thread-safe.
public final class NumberScanner {

  /// Returned where there is no number.
  public static final long NONE = -1;

  private final ByteBuffer text;
  private int length;
  private int position;

  /// @param text filled by the caller before each [#reset]
  NumberScanner(ByteBuffer text) {
    this.text = text;
  }

  /// Starts at the beginning of a new text of `newLength` bytes.
  void reset(int newLength) {
    length = newLength;
    position = 0;
  }

  /// Moves past `word` at the start of the next line that begins with it.
  ///
  /// @return false if no line does; then the position is unchanged
  boolean skipToLine(String word) {
    int line = position;
    while (line < length) {
      if ((line == 0 || text.get(line - 1) == '\n') && matchesAt(line, word)) {
        position = line + word.length();
        return true;
      }
      line++;
    }
    return false;
  }

  /// Moves past the next `word` in this line.
  ///
  /// @return false if there is none; then the position is unchanged
  boolean skipPastWord(String word) {
    for (int i = position; i < length && text.get(i) != '\n'; i++) {
      if (matchesAt(i, word)) {
        position = i + word.length();
        return true;
      }
    }
    return false;
  }

  /// Moves past the last occurrence of `last` in the text.
  public void skipPastLast(char last) {
    for (int i = length - 1; i >= position; i--) {
      if (text.get(i) == last) {
        position = i + 1;
        return;
      }
    }
  }

  /// Skips this many words of this line, and the blanks before them.
  public void skipWords(int words) {
    for (int i = 0; i < words; i++) {
      skipBlanks();
      while (position < length && text.get(position) > ' ') {
        position++;
      }
    }
  }

  /// Returns the next character that is no blank, without moving past it; 0 if there is none.
  public char peekCharacter() {
    skipBlanks();
    return position < length ? (char) text.get(position) : 0;
  }

  /// Skips blanks and reads a decimal number; [#NONE] if there is none.
  public long nextNumber() {
    skipBlanks();
    long number = 0;
    int from = position;
    while (position < length && text.get(position) >= '0' && text.get(position) <= '9') {
      number = 10 * number + text.get(position) - '0';
      position++;
    }
    return position == from ? NONE : number;
  }

  private void skipBlanks() {
    while (position < length && text.get(position) == ' ') {
      position++;
    }
  }

  private boolean matchesAt(int offset, String word) {
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
