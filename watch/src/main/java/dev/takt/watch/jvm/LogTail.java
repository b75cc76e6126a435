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

  /// Opens the file anew for each look.
  @FunctionalInterface
  interface Source {
    SeekableByteChannel open() throws IOException;
  }

  private final Source file;
  private long position;
  private String unfinished = "";

  LogTail(Source file) {
    this.file = file;
  }

  /// Hands on the lines that are new and whole. A file that is not there has none.
  void read(Consumer<String> lines) {
    try (SeekableByteChannel channel = file.open()) {
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
