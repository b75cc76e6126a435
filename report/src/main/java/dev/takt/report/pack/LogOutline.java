package dev.takt.report.pack;

import dev.takt.record.log.EncodedInterval;
import dev.takt.record.log.FileNames;
import dev.takt.record.log.LogAlgebra;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// What the beginning and the end of a log tell of all of it. No histogram is looked into.
///
/// @param size of the log in bytes
/// @param facts what it says of itself at its beginning
/// @param usual how long an interval usually is, in nanoseconds
/// @param lastBegin when the last interval begins, as far as its last lines tell, in nanoseconds
///   since 1970; [Long#MIN_VALUE] if there are none. It is not true of a log that was put together
///   of several, which has times of another start there
/// @param end where the last interval ends, in the same way
record LogOutline(long size, LogFacts facts, long usual, long lastBegin, long end) {

  private static final int HEAD = 1 << 20;

  /// Holds the last line of each tag of any usual log.
  private static final int TAIL = 1 << 18;

  /// Of some lines of a log.
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  private record Times(long[] lengths, long lastBegin, long end) {}

  static LogOutline of(Path log, TimeColumns known) throws IOException {
    long size;
    byte[] ends;
    try (FileChannel channel = FileChannel.open(log)) {
      size = channel.size();
      ends = ends(channel, size);
    }
    List<Times> times = new ArrayList<>();
    LogFacts facts =
        LogAlgebra.<Times>batches(
            LogSource.of(FileNames.text(log), new ByteArrayInputStream(ends)).withTimes(known),
            new Problems(),
            () -> (_, lines, _) -> times(lines),
            times::add);
    return new LogOutline(
        size,
        facts,
        Intervals.usual(times.stream().flatMapToLong(each -> LongStream.of(each.lengths))),
        times.stream().mapToLong(Times::lastBegin).max().orElse(Long.MIN_VALUE),
        times.stream().mapToLong(Times::end).max().orElse(Long.MIN_VALUE));
  }

  private static Times times(List<? extends EncodedInterval> lines) {
    return new Times(
        lines.stream().mapToLong(each -> each.end() - each.start()).toArray(),
        lines.stream().mapToLong(EncodedInterval::start).max().orElse(Long.MIN_VALUE),
        lines.stream()
            .mapToLong(each -> Intervals.endWith(each.start(), each.end()))
            .max()
            .orElse(Long.MIN_VALUE));
  }

  /// The whole lines of the log's beginning, and after them those of its end: the header, without
  /// which times mean nothing, and the last times.
  private static byte[] ends(FileChannel channel, long size) throws IOException {
    byte[] head = bytes(channel, 0, (int) Math.min(size, HEAD));
    if (size <= HEAD) {
      return head;
    }
    long from = Math.max(HEAD, size - TAIL);
    byte[] tail = bytes(channel, from, (int) (size - from));
    int headEnd = head.length;
    while (headEnd > 0 && head[headEnd - 1] != '\n') {
      headEnd--;
    }
    int tailBegin = 0;
    while (tailBegin < tail.length && tail[tailBegin] != '\n') {
      tailBegin++;
    }
    tailBegin = Math.min(tail.length, tailBegin + 1);
    ByteBuffer both = ByteBuffer.allocate(headEnd + tail.length - tailBegin);
    both.put(head, 0, headEnd).put(tail, tailBegin, tail.length - tailBegin);
    return both.array();
  }

  private static byte[] bytes(FileChannel channel, long from, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
      // until all are there, or the file has become shorter
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
