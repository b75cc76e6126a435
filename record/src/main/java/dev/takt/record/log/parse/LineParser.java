package dev.takt.record.log.parse;

import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.EncodedInterval;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Selection;
import dev.takt.record.text.FileNames;
import dev.takt.record.text.Times;
import dev.takt.record.text.Truncated;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parses the lines of one log, in order: comments change the meaning of the times of later lines.
///
/// A line is `[Tag=TAG,]START,LENGTH,MAX,HISTOGRAM`. Lines in the usual form are parsed without
/// creating a string. Unusual lines (spaces for commas, commas in a tag, exponents) are left to
/// [LenientLine]. The column of maxima is redundant and is ignored.
///
/// Not thread-safe.
public final class LineParser {

  /// Receives intervals and problems.
  public interface Sink {
    void interval(RawInterval interval);

    void problem(Problem problem);
  }

  static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final byte[] TAG = "Tag=".getBytes(StandardCharsets.US_ASCII);

  /// The first bytes of the Base64 of histograms, which identify them.
  private static final byte[] INTEGERS = "HIST".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] DOUBLES = "DHIST".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LEGEND = "\"StartTimestamp\"".getBytes(StandardCharsets.US_ASCII);

  /// At most one part in this many of an interval may overlap the next one.
  private static final int TOLERATED_OVERLAP = 20;

  private static final class Series {
    final byte[] bytes;
    final @Nullable String tag;
    long lastStart = Long.MIN_VALUE;
    private long lastEnd = Long.MIN_VALUE;
    private long overlaps;
    private long longestOverlap;
    private long firstOverlap;

    Series(byte[] bytes, @Nullable String tag) {
      this.bytes = bytes;
      this.tag = tag;
    }

    /// Counts overlaps. Lines out of order are reported elsewhere; an overlap of a few per cent is
    /// normal for real tools.
    ///
    /// @param severalLines whether an interval may have several lines, one for each layout
    void note(long line, long start, long length, boolean severalLines) {
      if (start < lastEnd && start >= lastStart + (severalLines ? 1 : 0)) {
        long overlap = lastEnd - start;
        if (overlap > (lastEnd - lastStart) / TOLERATED_OVERLAP) {
          firstOverlap = overlaps++ == 0 ? line : firstOverlap;
          longestOverlap = Math.max(longestOverlap, overlap);
        }
      }
      lastStart = start;
      lastEnd = start + length;
    }
  }

  private final LogHeader header;
  private final Sink sink;
  private int startDigits = Dialect.digits(Dialect.STANDARD.startUnit());
  private int lengthDigits = Dialect.digits(Dialect.STANDARD.lengthUnit());
  private boolean lengthIsEnd;
  private final Series untagged = new Series(new byte[0], null);
  private final Map<String, Series> tagged = new HashMap<>();
  private Series[] recent = new Series[0];
  private long offset;

  public LineParser(LogHeader header, Sink sink) {
    this.header = header;
    this.sink = sink;
  }

  /// Sets how the following lines write their times.
  public void use(Dialect dialect) {
    header.use(dialect);
    startDigits = Dialect.digits(dialect.startUnit());
    lengthDigits = Dialect.digits(dialect.lengthUnit());
    lengthIsEnd = dialect.lengthIsEnd();
  }

  /// Sets the position in the log of the bytes that contain the following lines.
  ///
  /// @param first the position of the first byte, or [EncodedInterval#NO_POSITION]
  public void readingFrom(long first) {
    offset = first;
  }

  /// Parses one line.
  ///
  /// @param whole whether the line has its line break
  public void parse(long number, byte[] text, int from, int end, boolean whole) {
    int start = from;
    int to = end;
    if (startsWith(text, start, to, MARK)) { // of a log that was appended to another
      start += MARK.length;
    }
    while (start < to && isBlank(text[start])) {
      start++;
    }
    while (to > start && isBlank(text[to - 1])) {
      to--;
    }
    if (start == to || startsWith(text, start, to, LEGEND)) {
      return;
    }
    if (text[start] == '#') {
      comment(number, new String(text, start, to - start, StandardCharsets.UTF_8));
      return;
    }
    try {
      interval(number, text, start, to, whole);
    } catch (MalformedException e) {
      String cut = whole ? "" : RawInterval.CUT_OFF;
      problem(number, Severity.LOST, cut + e.reason());
    }
  }

  /// Reports, at the end of the log, which series have intervals that overlap.
  public void reportOverlaps() {
    reportOverlap(untagged);
    tagged.values().forEach(this::reportOverlap);
  }

  private void reportOverlap(Series series) {
    if (series.overlaps > 0) {
      problem(
          series.firstOverlap,
          Severity.NOTE,
          (series.tag == null ? Selection.UNTAGGED : Truncated.of(series.tag))
              + (series.overlaps == 1
                  ? ": 1 interval starts"
                  : ": " + series.overlaps + " intervals from here on start")
              + " before the one above it ends, by up to "
              + Times.seconds(series.longestOverlap)
              + " s");
    }
  }

  private static long length(long start, long end) throws MalformedException {
    try {
      return Math.subtractExact(end, start);
    } catch (ArithmeticException e) {
      throw new MalformedException("the time is out of range");
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  static boolean startsWith(byte[] text, int from, int to, byte[] prefix) {
    return to - from >= prefix.length
        && Arrays.equals(text, from, from + prefix.length, prefix, 0, prefix.length);
  }

  private void comment(long number, String comment) {
    try {
      header.accept(comment);
    } catch (MalformedException e) {
      problem(number, Severity.FAULT, e.reason());
    }
  }

  private void interval(long number, byte[] text, int from, int to, boolean whole)
      throws MalformedException {
    boolean isTagged = startsWith(text, from, to, TAG);
    int tagEnd = isTagged ? comma(text, from + TAG.length, to) : from - 1;
    int startEnd = comma(text, tagEnd + 1, to);
    int lengthEnd = comma(text, startEnd + 1, to);
    int maxEnd = comma(text, lengthEnd + 1, to);
    if (maxEnd < to && isPayload(text, maxEnd + 1, to)) {
      long start = Times.plain(text, tagEnd + 1, startEnd, startDigits);
      long length = Times.plain(text, startEnd + 1, lengthEnd, lengthDigits);
      if (start != Long.MIN_VALUE && length != Long.MIN_VALUE) {
        Series series = isTagged ? series(text, from + TAG.length, tagEnd) : untagged;
        long position = offset < 0 ? EncodedInterval.NO_POSITION : offset + maxEnd + 1;
        emit(number, series, start, length, whole, text, maxEnd + 1, to, position);
        return;
      }
    }
    odd(number, text, from, to, whole);
  }

  private void odd(long number, byte[] text, int from, int to, boolean whole)
      throws MalformedException {
    LenientLine line =
        LenientLine.read(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
    Series series = untagged;
    if (line.tag() != null) {
      byte[] tag = line.tag().getBytes(StandardCharsets.ISO_8859_1);
      series = series(tag, 0, tag.length);
    }
    if (line.remark() != null) {
      problem(number, Severity.FAULT, line.remark());
    }
    byte[] payload = line.payload().getBytes(StandardCharsets.ISO_8859_1);
    long nowhere = EncodedInterval.NO_POSITION;
    long start = Times.nanosOf("start", line.start(), startDigits);
    long length = Times.nanosOf("length", line.length(), lengthDigits);
    emit(number, series, start, length, whole, payload, 0, payload.length, nowhere);
  }

  private static int comma(byte[] text, int from, int to) {
    int at = from;
    while (at < to && text[at] != ',') {
      at++;
    }
    return at;
  }

  /// Whether this may be a histogram in the last column.
  private static boolean isPayload(byte[] text, int from, int to) {
    return (startsWith(text, from, to, INTEGERS) || startsWith(text, from, to, DOUBLES))
        && Lines.indexOf((byte) ',', text, from, to) == to;
  }

  private void emit(
      long number,
      Series series,
      long stamp,
      long lengthOrEnd,
      boolean whole,
      byte[] text,
      int from,
      int to,
      long position)
      throws MalformedException {
    long length = lengthIsEnd ? length(stamp, lengthOrEnd) : lengthOrEnd;
    if (length < 0) {
      throw new MalformedException(
          lengthIsEnd
              ? "the interval ends before it starts"
              : "the interval has a negative length");
    }
    long start = header.moment(stamp);
    if (start > Long.MAX_VALUE - length) {
      throw new MalformedException("the time is out of range");
    }
    if (start < series.lastStart) {
      problem(
          number,
          Severity.FAULT,
          String.format(
              Locale.ROOT,
              "out of order: starts %.3f s before the interval above it",
              (series.lastStart - start) / 1e9));
    }
    series.note(number, start, length, header.isWrittenByTakt());
    sink.interval(
        new RawInterval(
            header,
            number,
            series.tag,
            start,
            length,
            whole,
            new EncodedHistogram(text, from, to, text[from] == 'D'),
            position));
  }

  /// The series of a tag. For the last few tags, it is found without creating a string.
  private Series series(byte[] text, int from, int to) {
    for (Series each : recent) {
      if (Arrays.equals(text, from, to, each.bytes, 0, each.bytes.length)) {
        return each;
      }
    }
    byte[] bytes = Arrays.copyOfRange(text, from, to);
    String tag = FileNames.text(bytes);
    Series found = tagged.computeIfAbsent(tag, key -> new Series(bytes, key));
    remember(found);
    return found;
  }

  private void remember(Series series) {
    Series[] next = Arrays.copyOf(recent, Math.min(recent.length + 1, 16));
    System.arraycopy(recent, 0, next, 1, next.length - 1);
    next[0] = series;
    recent = next;
  }

  private void problem(long number, Severity severity, String reason) {
    sink.problem(new Problem(header.name(), number, severity, reason));
  }
}
