package dev.takt.watch.hiccup;

import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/// Copies the complete lines of an untrusted log of any length, in bounded memory.
final class LineCopier {

  /// The size of the buffer, in bytes. Lines of a log are much shorter.
  static final int BUFFER_BYTES = 1 << 20;

  private LineCopier() {}

  /// Copies lines. Each write ends at the end of a line, so that others can append lines to the
  /// same file meanwhile. An incomplete last line is left out.
  ///
  /// @param most the limit on copied bytes
  /// @return false if the limit was reached before the end
  /// @throws IOException with a message for people, if a line does not fit into the buffer
  static boolean copy(ReadableByteChannel from, OutputStream to, long most) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
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
            EnglishText.format(
                "the agent's log has a line of more than %,d KB", BUFFER_BYTES >> 10));
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
