package dev.takt.fleet.coordinator;

import dev.takt.record.log.LogSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/// The interval log of a machine that grows: gives its whole lines in parts, each with the header
/// of the log, but with times from the start of the schedule on. Between two parts it holds no more
/// than that header. One thread reads it; what others say of it is guarded by [LiveLogs].
final class FollowedLog {

  /// The most that is read at once.
  private static final int MAX_PART = 1 << 20;

  /// When it begins by the machine's time of day, of which nothing is known here.
  private static final Pattern BEGIN = Pattern.compile("(?m)^#\\[(?:Base|Start)Time: .*$");

  private static final String BEGIN_AT_0 = "#[BaseTime: 0.000000 (seconds since epoch)]";

  private final String machine;
  private final Path file;
  private byte[] header = new byte[0];
  private long read;
  private long upToDateSize = -1;
  private boolean hasEnded;

  FollowedLog(String machine, Path file) {
    this.machine = machine;
    this.file = file;
  }

  String machine() {
    return machine;
  }

  /// The machine had no more than this at a moment after it had sent that.
  void isUpToDate(long size) {
    upToDateSize = size;
  }

  /// No more will come.
  void ended() {
    hasEnded = true;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  /// Whether everything is read that the machine had at such a moment, and nothing else.
  boolean isAtEnd() {
    return read == upToDateSize;
  }

  /// The lines that are new.
  ///
  /// @return empty if there is no whole line with an interval
  Optional<LogSource> next() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
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
      String own = new String(bytes, 0, begin, StandardCharsets.UTF_8);
      header = BEGIN.matcher(own).replaceAll(BEGIN_AT_0).getBytes(StandardCharsets.UTF_8);
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
