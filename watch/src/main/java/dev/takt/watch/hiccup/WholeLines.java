package dev.takt.watch.hiccup;

import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/// Copies a log that a stranger has written, of whatever length, in little memory.
final class WholeLines {

  /// What is copied at once. No line of a log is nearly as long.
  static final int BUFFER = 1 << 20;

  private WholeLines() {}

  /// Copies lines, and each to its end in one call, so that others can write lines to the same file
  /// meanwhile. What comes behind the last end of a line is left out.
  ///
  /// @param most bytes that are copied
  /// @return whether there were no more
  /// @throws IOException with a message for people, if a line has no end
  static boolean copy(ReadableByteChannel from, OutputStream to, long most) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    long left = most;
    while (from.read(buffer) >= 0) {
      int whole = endOfLines(buffer, (int) Math.min(left, buffer.position()));
      to.write(buffer.array(), 0, whole);
      left -= whole;
      if (endOfLines(buffer, buffer.position()) > whole) {
        return false;
      }
      if (whole == 0 && !buffer.hasRemaining()) {
        throw new IOException(
            EnglishText.format("its log has a line of more than %,d KB", BUFFER >> 10));
      }
      buffer.flip().position(whole);
      buffer.compact();
    }
    return true;
  }

  private static int endOfLines(ByteBuffer buffer, int from) {
    int end = from;
    while (end > 0 && buffer.get(end - 1) != '\n') {
      end--;
    }
    return end;
  }
}
