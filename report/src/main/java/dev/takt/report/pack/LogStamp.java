package dev.takt.report.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/// By what a log is known to be the one that it was: its size, when it was last written to, and a
/// check sum of its first and last bytes. What is changed in its middle, by who puts the size and
/// the time back, is not noticed.
///
/// @param size in bytes
/// @param modified in nanoseconds since 1970, as far as the file system tells
/// @param edges the check sum
record LogStamp(long size, long modified, long edges) {

  private static final int EDGE = 1 << 16;

  static LogStamp of(Path log) throws IOException {
    try (FileChannel channel = FileChannel.open(log)) {
      long size = channel.size();
      CRC32C edges = new CRC32C();
      add(channel, 0, edges);
      add(channel, Math.max(0, size - EDGE), edges);
      long modified = Files.getLastModifiedTime(log).to(TimeUnit.NANOSECONDS);
      return new LogStamp(size, modified, edges.getValue());
    }
  }

  private static void add(FileChannel channel, long from, CRC32C sum) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(EDGE);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
      // until there are all, or no more
    }
    sum.update(bytes.flip());
  }
}
