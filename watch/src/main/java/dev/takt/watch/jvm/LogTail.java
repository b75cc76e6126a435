package dev.takt.watch.jvm;

import dev.takt.watch.jvm.attach.ExchangeDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Reads the lines that were appended to a file since the last call. Not thread-safe.
final class LogTail {

  /// The most that one call reads, so that it is quick; older lines are skipped.
  private static final int MAX_BYTES = 1 << 20;

  private final ExchangeDirectory files;
  private final String name;
  private long position;
  private String unfinished = "";

  LogTail(ExchangeDirectory files, String name) {
    this.files = files;
    this.name = name;
  }

  /// Passes on the new complete lines. A missing file has none. Neither has a link or a pipe, which
  /// a JVM of another user could have put there instead: the display must not block on it.
  void read(Consumer<String> lines) {
    try (SeekableByteChannel channel = files.read(name)) {
      long size = channel.size();
      if (size < position) {
        position = 0; // The log was rotated.
        unfinished = "";
      }
      if (size - position > MAX_BYTES) {
        position = size - MAX_BYTES;
        unfinished = "";
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) (size - position));
      int read = channel.position(position).read(bytes);
      if (read <= 0) {
        return;
      }
      position += read;
      String text = unfinished + new String(bytes.array(), 0, read, StandardCharsets.ISO_8859_1);
      int end = text.lastIndexOf('\n') + 1;
      text.substring(0, end).lines().forEach(lines);
      unfinished = text.substring(end);
    } catch (IOException e) {
      // The file does not exist: no new lines.
    }
  }
}
