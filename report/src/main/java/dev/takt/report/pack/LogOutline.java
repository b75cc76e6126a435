package dev.takt.report.pack;

import dev.takt.record.log.EncodedInterval;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.TimeColumns;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.text.FileNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// Facts about a whole log, estimated from its beginning and its end without decoding a histogram.
///
/// @param size of the log in bytes
/// @param facts stated at the beginning of the log
/// @param medianIntervalNanos the usual length of an interval, in nanoseconds
/// @param lastBegin the begin of the last interval according to the last lines, in nanoseconds
///   since 1970; [Long#MIN_VALUE] if there are none. It is wrong for a log concatenated from
///   several, whose last times are relative to another start
/// @param end the end of the last interval, likewise
record LogOutline(long size, LogFacts facts, long medianIntervalNanos, long lastBegin, long end) {

  private static final int HEAD_BYTES = 1 << 20;

  /// Enough for the last line of each tag of any common log.
  private static final int TAIL_BYTES = 1 << 18;

  /// The times of some lines of a log.
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
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
        BoundedIntervals.medianIntervalNanos(
            times.stream().flatMapToLong(each -> LongStream.of(each.lengths))),
        times.stream().mapToLong(Times::lastBegin).max().orElse(Long.MIN_VALUE),
        times.stream().mapToLong(Times::end).max().orElse(Long.MIN_VALUE));
  }

  private static Times times(List<? extends EncodedInterval> lines) {
    return new Times(
        lines.stream().mapToLong(each -> each.end() - each.start()).toArray(),
        lines.stream().mapToLong(EncodedInterval::start).max().orElse(Long.MIN_VALUE),
        lines.stream()
            .mapToLong(each -> BoundedIntervals.spanEnd(each.start(), each.end()))
            .max()
            .orElse(Long.MIN_VALUE));
  }

  /// Reads the complete lines of the log's beginning, followed by those of its end: the header,
  /// which is needed to interpret times, and the last times.
  private static byte[] ends(FileChannel channel, long size) throws IOException {
    byte[] head = bytes(channel, 0, (int) Math.min(size, HEAD_BYTES));
    if (size <= HEAD_BYTES) {
      return head;
    }
    long from = Math.max(HEAD_BYTES, size - TAIL_BYTES);
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
      // until all bytes are read, or the file has become shorter
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
