package dev.takt.watch.jvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Reads the lines that were added to a file since the last look. For one thread.
final class LogTail {

  /// One look reads no more: a display is to be quick.
  private static final int MOST_BYTES = 1 << 20;

  private final SharedFiles files;
  private final String name;
  private long position;
  private String unfinished = "";

  LogTail(SharedFiles files, String name) {
    this.files = files;
    this.name = name;
  }

  /// Hands on the lines that are new and whole. A file that is not there has none, nor has a link
  /// or a pipe, which a JVM of another user could have put in its place: a display must not wait
  /// for it.
  void read(Consumer<String> lines) {
    try (SeekableByteChannel channel = files.read(name)) {
      long size = channel.size();
      if (size < position) {
        position = 0; // It was moved away and begun anew.
        unfinished = "";
      }
      if (size - position > MOST_BYTES) {
        position = size - MOST_BYTES;
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
      // Not there yet, or no more: nothing new.
    }
  }
}
