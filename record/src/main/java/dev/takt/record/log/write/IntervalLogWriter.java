package dev.takt.record.log.write;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.Tags;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramEncoder;
import dev.takt.record.histogram.Layout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes a tagged interval log (HdrHistogram's format 1.3, histograms in V2) that every
/// HdrHistogram tool can read. Values are nanoseconds; the column of maxima is in milliseconds, as
/// HdrHistogram's own writer writes it.
///
/// Lines are buffered and written together by [#flush], so a killed process leaves whole lines
/// only. A flush to a file that fails, such as on a full disk, truncates the file to its previous
/// length and keeps the lines for the next flush. A failed stream cannot be repaired: each later
/// flush fails too.
///
/// Not thread-safe.
public final class IntervalLogWriter implements AutoCloseable {

  static final String TITLE =
      "[Takt interval log: latencies in nanoseconds, one line per interval and tag]";

  /// How much later than the origin the base time in the header is, on average.
  static final long BASE_IS_LATE_NANOS = 1_500;

  /// The size of the lines of an interval of a run, allocated before a schedule begins.
  private static final int RUN_BUFFER_BYTES = 1 << 16;

  /// The same for a log that several processes write to; some are JVMs under test.
  static final int METER_BUFFER_BYTES = 1 << 13;

  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_SECOND = 1_000_000;

  private final LineSink sink;
  private final long originNanoTime;
  private final HistogramEncoder encoder = new HistogramEncoder();
  private final ByteArrayOutputStream lines;

  /// The counts of the histogram that is written; null before the first one, since meters have
  /// none.
  private @Nullable Counts counts;

  /// Creates a log in a new file.
  ///
  /// @param file must not exist
  /// @param anchor converts monotonic times to wall-clock time
  /// @param originNanoTime the moment on the monotonic clock that is 0 in the log's time stamps
  /// @throws java.nio.file.FileAlreadyExistsException if the file exists
  /// @throws IOException if the file cannot be created or written
  public static IntervalLogWriter create(Path file, ClockAnchor anchor, long originNanoTime)
      throws IOException {
    return open(file, StandardOpenOption.CREATE_NEW, TITLE, anchor, originNanoTime);
  }

  /// Creates a log in the manner of another tool: an existing file is overwritten.
  ///
  /// @param title the first line, a comment
  /// @param anchor converts monotonic times to wall-clock time
  /// @param originNanoTime the moment on the monotonic clock that is 0 in the log's time stamps
  /// @throws IOException if the file cannot be created or written
  public static IntervalLogWriter replace(
      Path file, String title, ClockAnchor anchor, long originNanoTime) throws IOException {
    return open(file, StandardOpenOption.CREATE, title, anchor, originNanoTime);
  }

  private static IntervalLogWriter open(
      Path file, StandardOpenOption creation, String title, ClockAnchor anchor, long originNanoTime)
      throws IOException {
    Objects.requireNonNull(title);
    Objects.requireNonNull(anchor); // before there is a file
    SeekableByteChannel channel =
        Files.newByteChannel(
            file, creation, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    try {
      IntervalLogWriter writer =
          new IntervalLogWriter(new LineSink.ToFile(channel), originNanoTime, RUN_BUFFER_BYTES);
      writer.writeHeader(title, anchor);
      writer.flush();
      return writer;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /// Opens a log that several processes of a machine write to, each its own lines. The file is new,
  /// or another process has created it: times then count from the start of that log.
  ///
  /// @param anchor converts monotonic times to wall-clock time
  /// @param originNanoTime the moment on the monotonic clock that is 0 in the log's time stamps, if
  ///   the file is new
  /// @throws IOException if the file cannot be created or written, or is not an interval log of
  ///   Takt that begins before now; the message says which
  public static IntervalLogWriter shared(Path file, ClockAnchor anchor, long originNanoTime)
      throws IOException {
    return SharedLog.open(file, anchor, originNanoTime);
  }

  /// Creates a log in a stream, which [#close] closes.
  ///
  /// @param anchor converts monotonic times to wall-clock time
  /// @param originNanoTime the moment on the monotonic clock that is 0 in the log's time stamps
  /// @throws IOException if the stream fails
  public IntervalLogWriter(OutputStream out, ClockAnchor anchor, long originNanoTime)
      throws IOException {
    this(new LineSink.ToStream(out), anchor, originNanoTime, RUN_BUFFER_BYTES);
  }

  /// @param room the initial buffer for the lines of an interval, in bytes; it grows on demand
  IntervalLogWriter(LineSink sink, ClockAnchor anchor, long originNanoTime, int room)
      throws IOException {
    this(sink, originNanoTime, room);
    writeHeader(TITLE, anchor);
    flush();
  }

  /// Creates a writer for a log that already has its header.
  ///
  /// @param room the initial buffer for the lines of an interval, in bytes; it grows on demand
  IntervalLogWriter(LineSink sink, long originNanoTime, int room) {
    this.lines = new ByteArrayOutputStream(room);
    this.sink = sink;
    this.originNanoTime = originNanoTime;
  }

  private void writeHeader(String title, ClockAnchor anchor) {
    comment(title);
    comment("[Histogram log format version 1.3]");
    comment("[Unit: nanoseconds]");
    String base = seconds(baseMicros(anchor.epochNanosAt(originNanoTime)));
    comment("[BaseTime: " + base + " (seconds since epoch)]");
    comment(
        "[StartTime: "
            + base
            + " (seconds since epoch), "
            + anchor.instantAt(originNanoTime)
            + "]");
    append("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",");
    append("\"Interval_Compressed_Histogram\"\n");
  }

  /// HdrHistogram's reader adds base and stamp as doubles, whose steps are a quarter of a
  /// microsecond, and truncates the sum to milliseconds. The base is therefore 1 to 2 microseconds
  /// late. Otherwise an interval that starts on a millisecond would often be read as 1 ms early.
  private static long baseMicros(long epochNanos) {
    return -Math.floorDiv(-epochNanos, NANOS_PER_MICRO) + 1;
  }

  /// Adds one interval of one tag.
  ///
  /// @param tag see [Tags]
  /// @param startNanoTime on the monotonic clock, not before the log's origin
  /// @param endNanoTime on the monotonic clock, not before the start
  /// @throws IllegalArgumentException if the tag is not valid or the times are in the wrong order
  public void write(String tag, long startNanoTime, long endNanoTime, LatencyHistogram histogram) {
    if (counts == null) {
      counts = new Counts(Layout.THREE_DIGITS);
    }
    counts.clear();
    histogram.addTo(counts);
    write(tag, startNanoTime, endNanoTime, counts);
  }

  /// Adds one interval of one tag, of counts of nanoseconds in any layout of integers.
  ///
  /// @param tag see [Tags]
  /// @param startNanoTime on the monotonic clock, not before the log's origin
  /// @param endNanoTime on the monotonic clock, not before the start
  /// @throws IllegalArgumentException if the tag is not valid, the times are in the wrong order or
  ///   the counts are of doubles
  public void write(String tag, long startNanoTime, long endNanoTime, Counts histogram) {
    Tags.requireValid(tag);
    if (histogram.layout().fractional()) {
      throw new IllegalArgumentException("nanoseconds are integers, not " + histogram.layout());
    }
    if (startNanoTime - originNanoTime < 0 || endNanoTime - startNanoTime < 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "interval from %d to %d in a log that starts at %d",
              startNanoTime,
              endNanoTime,
              originNanoTime));
    }
    long start = (startNanoTime - originNanoTime) / NANOS_PER_MICRO;
    long end = (endNanoTime - originNanoTime) / NANOS_PER_MICRO;
    append("Tag=" + tag + ',' + seconds(start) + ',' + seconds(end - start) + ',');
    append(milliseconds((long) histogram.max()) + ',');
    append(encoder.base64(histogram));
    append("\n");
  }

  /// Adds a comment line, which all readers skip.
  ///
  /// @throws IllegalArgumentException if the text has a line break
  public void comment(String text) {
    if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
      throw new IllegalArgumentException("a comment is one line: " + text);
    }
    append("#" + text + "\n");
  }

  /// Writes all buffered lines to the operating system.
  ///
  /// @throws IOException if they cannot be written
  public void flush() throws IOException {
    if (lines.size() > 0) {
      sink.write(lines.toByteArray());
      lines.reset();
    }
  }

  /// Flushes and closes; the file or stream is closed even if the flush fails.
  ///
  /// @throws IOException if the last lines cannot be written
  @Override
  public void close() throws IOException {
    try (sink) {
      flush();
    }
  }

  private void append(String text) {
    lines.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String seconds(long micros) {
    return fixedPoint(micros, MICROS_PER_SECOND);
  }

  private static String milliseconds(long nanos) {
    return fixedPoint((nanos + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO, NANOS_PER_MICRO);
  }

  /// Independent of the locale, unlike `String.format`.
  private static String fixedPoint(long value, long one) {
    return value / one + "." + Long.toString(one + value % one).substring(1);
  }
}
