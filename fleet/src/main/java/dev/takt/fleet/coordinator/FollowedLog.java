package dev.takt.fleet.coordinator;

import dev.takt.record.log.LogSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The interval log of a machine that grows: gives its whole lines in parts, each with the header
/// of the log. Between two parts it holds no more than that header. Not thread-safe.
final class FollowedLog {

  /// The most that is read at once.
  private static final int MAX_PART = 1 << 20;

  private final String machine;
  private final Path file;
  private byte[] header = new byte[0];
  private long read;

  FollowedLog(String machine, Path file) {
    this.machine = machine;
    this.file = file;
  }

  String machine() {
    return machine;
  }

  /// The lines that are new.
  ///
  /// @return empty if there is no whole line with an interval
  Optional<LogSource> next() throws IOException {
    byte[] bytes;
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      bytes = new byte[Math.clamp(in.length() - read, 0, MAX_PART)];
      in.seek(read);
      in.readFully(bytes);
    }
    int end = endOfLines(bytes);
    int begin = read == 0 ? endOfHeader(bytes, end) : 0;
    if (begin == end) {
      return Optional.empty();
    }
    if (read == 0) {
      header = Arrays.copyOf(bytes, begin);
    }
    read += end;
    byte[] part = Arrays.copyOf(header, header.length + end - begin);
    System.arraycopy(bytes, begin, part, header.length, end - begin);
    return Optional.of(LogSource.of(machine, new ByteArrayInputStream(part)));
  }

  private static int endOfLines(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  /// Where the first line begins that is neither a comment nor the legend.
  private static int endOfHeader(byte[] bytes, int end) {
    int begin = 0;
    while (begin < end && (bytes[begin] == '#' || bytes[begin] == '"')) {
      while (bytes[begin++] != '\n') {
        // to the end of the line
      }
    }
    return begin;
  }
}
