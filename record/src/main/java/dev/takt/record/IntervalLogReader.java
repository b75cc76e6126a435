package dev.takt.record;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/// Reads interval logs, interval by interval: those of [IntervalLogWriter] and of HdrHistogram,
/// with integer histograms of any version. Values are taken to be nanoseconds.
///
/// Nothing is skipped in silence: a line that cannot be read is told to a listener, and reading
/// goes on with the next. Comments, empty lines and the line of column names are no intervals.
///
/// Not thread-safe.
public final class IntervalLogReader implements AutoCloseable {

  /// One line of a log.
  ///
  /// @param tag empty if the line has none
  /// @param startEpochNanos in nanoseconds since 1970-01-01T00:00:00Z, as far as the log knows it
  /// @param lengthNanos in nanoseconds
  /// @param histogram of its own, to be kept or changed
  public record Interval(
      String tag, long startEpochNanos, long lengthNanos, LatencyHistogram histogram) {}

  /// A line that could not be read.
  ///
  /// @param file as it was opened
  /// @param line from 1
  /// @param reason what is wrong with it
  public record BadLine(String file, long line, String reason) {

    @Override
    public String toString() {
      return file + ", line " + line + ": " + reason;
    }
  }

  private static final Pattern TIME_COMMENT =
      Pattern.compile("#\\[(StartTime|BaseTime):\\s*([^\\s\\]]*).*");
  private static final Pattern TIME = Pattern.compile("-?\\d{1,12}(\\.\\d{0,12})?([eE]\\d)?");
  private static final Pattern INTERVAL =
      Pattern.compile("(?:Tag=([^, ]*)[, ])?+([^, ]+)[, ]([^, ]+)[, ]([^, ]+)[, ]([^, ]+)");

  /// A stamp that is this much less than the start time is relative to it (HdrHistogram's rule).
  private static final BigDecimal A_YEAR = BigDecimal.valueOf(365L * 24 * 3600);

  private final String name;
  private final InputStream in;
  private final Consumer<BadLine> badLines;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long lineNumber;
  private boolean endedByLineBreak;
  private @Nullable BigDecimal startTime;
  private @Nullable BigDecimal baseTime;

  /// Opens a log.
  ///
  /// @param badLines is told of lines that cannot be read
  /// @throws IOException if the file cannot be opened
  public static IntervalLogReader open(Path file, Consumer<BadLine> badLines) throws IOException {
    return new IntervalLogReader(file.toString(), Files.newInputStream(file), badLines);
  }

  /// Reads a log from a stream, which [#close] closes.
  ///
  /// @param name what the log is called in reports of bad lines
  public IntervalLogReader(String name, InputStream in, Consumer<BadLine> badLines) {
    this.name = name;
    this.in = new BufferedInputStream(in, 1 << 16);
    this.badLines = badLines;
  }

  /// The next interval, or null at the end of the log.
  ///
  /// @throws IOException if the log cannot be read on
  public @Nullable Interval next() throws IOException {
    for (String line = nextLine(); line != null; line = nextLine()) {
      try {
        Interval interval = parse(line.strip());
        if (interval != null) {
          return interval;
        }
      } catch (DataFormatException e) {
        String cut = endedByLineBreak ? "" : "the log is cut off in this line: ";
        badLines.accept(new BadLine(name, lineNumber, cut + e.getMessage()));
      }
    }
    return null;
  }

  private @Nullable String nextLine() throws IOException {
    bytes.reset();
    endedByLineBreak = false;
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        endedByLineBreak = true;
        break;
      }
      bytes.write(b);
    }
    if (bytes.size() == 0 && !endedByLineBreak) {
      return null;
    }
    lineNumber++;
    String line = bytes.toString(StandardCharsets.UTF_8);
    return lineNumber == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line;
  }

  private @Nullable Interval parse(String line) throws DataFormatException {
    if (line.startsWith("#")) {
      acceptComment(line);
      return null;
    }
    if (line.isEmpty() || line.startsWith("\"StartTimestamp\"")) {
      return null;
    }
    Matcher matcher = INTERVAL.matcher(line);
    if (!matcher.matches()) {
      throw new DataFormatException(
          "expected [Tag=TAG,]START,LENGTH,MAX,HISTOGRAM, found \"" + shortened(line) + "\"");
    }
    BigDecimal start = time("start", matcher.group(2));
    BigDecimal length = time("length", matcher.group(3));
    LatencyHistogram histogram = HistogramCodec.decode(payload(matcher.group(5)));
    String tag = matcher.group(1) == null ? "" : matcher.group(1);
    return new Interval(tag, nanos(start.add(baseFor(start))), nanos(length), histogram);
  }

  private void acceptComment(String line) throws DataFormatException {
    Matcher matcher = TIME_COMMENT.matcher(line);
    if (!matcher.matches()) {
      return;
    }
    BigDecimal time = time(matcher.group(1), matcher.group(2));
    if (matcher.group(1).equals("BaseTime")) {
      baseTime = time;
    } else {
      startTime = time;
    }
  }

  private BigDecimal baseFor(BigDecimal stamp) {
    if (baseTime != null) {
      return baseTime;
    }
    if (startTime != null && stamp.compareTo(startTime.subtract(A_YEAR)) < 0) {
      return startTime;
    }
    return BigDecimal.ZERO;
  }

  private static BigDecimal time(String what, String text) throws DataFormatException {
    if (!TIME.matcher(text).matches()) {
      throw new DataFormatException(
          "the " + what + " is no time in seconds: \"" + shortened(text) + "\"");
    }
    return new BigDecimal(text);
  }

  private static long nanos(BigDecimal seconds) throws DataFormatException {
    try {
      return seconds.scaleByPowerOfTen(9).setScale(0, RoundingMode.HALF_UP).longValueExact();
    } catch (ArithmeticException e) {
      throw new DataFormatException("a time of " + seconds + " s is out of range");
    }
  }

  private static ByteBuffer payload(String text) throws DataFormatException {
    try {
      return ByteBuffer.wrap(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new DataFormatException("the histogram is no Base64: " + e.getMessage());
    }
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  /// Closes the log.
  @Override
  public void close() throws IOException {
    in.close();
  }
}
