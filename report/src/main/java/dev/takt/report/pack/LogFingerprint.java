package dev.takt.report.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/// Fingerprint of a log that detects changes: its size, its modification time, and a checksum of
/// its first and last 64 KiB. A change in the middle is not detected if size and time are restored.
///
/// @param size in bytes
/// @param modified in nanoseconds since 1970, with the resolution of the file system
/// @param checksum the checksum (CRC-32C)
record LogFingerprint(long size, long modified, long checksum) {

  private static final int EDGE_BYTES = 1 << 16;

  static LogFingerprint of(Path log) throws IOException {
    try (FileChannel channel = FileChannel.open(log)) {
      long size = channel.size();
      CRC32C edges = new CRC32C();
      add(channel, 0, edges);
      add(channel, Math.max(0, size - EDGE_BYTES), edges);
      long modified = Files.getLastModifiedTime(log).to(TimeUnit.NANOSECONDS);
      return new LogFingerprint(size, modified, edges.getValue());
    }
  }

  private static void add(FileChannel channel, long from, CRC32C sum) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(EDGE_BYTES);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
      // until all bytes are read, or the file ends
    }
    sum.update(bytes.flip());
  }
}
