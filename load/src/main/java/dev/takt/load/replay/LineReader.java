package dev.takt.load.replay;

import java.io.IOException;
import java.io.InputStream;

/// Splits a stream into lines, of which it keeps one at a time. Ends of lines are `\n` or `\r\n`.
final class LineReader {

  /// A longer line is not kept.
  static final int MAX_LINE_BYTES = 64 << 10;

  private final InputStream in;
  private final byte[] buffer = new byte[64 << 10];
  private int position;
  private int limit;

  private final byte[] line = new byte[MAX_LINE_BYTES];
  private int length;
  private boolean isTooLong;

  LineReader(InputStream in) {
    this.in = in;
  }

  /// Reads the next line.
  ///
  /// @return false at the end
  boolean next() throws IOException {
    length = 0;
    isTooLong = false;
    boolean isAny = false;
    while (position < limit || fill()) {
      isAny = true;
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      keep(end);
      if (end < limit) {
        position = end + 1;
        if (length > 0 && line[length - 1] == '\r') {
          length--;
        }
        return true;
      }
      position = end;
    }
    return isAny;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer));
    return limit > 0;
  }

  private void keep(int end) {
    int size = Math.min(end - position, line.length - length);
    System.arraycopy(buffer, position, line, length, size);
    length += size;
    isTooLong |= size < end - position;
  }

  /// The bytes of the line, of which [#length] are used.
  byte[] line() {
    return line;
  }

  int length() {
    return length;
  }

  /// Whether the line was longer than [#MAX_LINE_BYTES], and only its beginning is here.
  boolean isTooLong() {
    return isTooLong;
  }
}
