package dev.takt.record.log;

import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.Problem.Severity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Takes the lines of one log apart, in their order: comments change what the times of later lines
/// mean.
///
/// A line is `[Tag=TAG,]START,LENGTH,MAX,HISTOGRAM`. Those that every tool writes are read without
/// making a string of them; whatever is odd (spaces for commas, commas in a tag, exponents) goes to
/// [OddLine]. The column of maxima is redundant and not looked at.
///
/// Not thread-safe.
final class LineParser {

  /// Where intervals and problems go.
  interface Sink {
    void interval(RawInterval interval);

    void problem(Problem problem);
  }

  private static final byte[] TAG = "Tag=".getBytes(StandardCharsets.US_ASCII);

  /// How the Base64 of histograms begins, which are the bytes that tell them from anything else.
  private static final byte[] INTEGERS = "HIST".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] DOUBLES = "DHIST".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LEGEND = "\"StartTimestamp\"".getBytes(StandardCharsets.US_ASCII);

  private static final class Series {
    final byte[] bytes;
    final @Nullable String tag;
    long lastStart = Long.MIN_VALUE;

    Series(byte[] bytes, @Nullable String tag) {
      this.bytes = bytes;
      this.tag = tag;
    }
  }

  private final LogHeader header;
  private final Sink sink;
  private final Series untagged = new Series(new byte[0], null);
  private final Map<String, Series> tagged = new HashMap<>();
  private Series[] recent = new Series[0];
  private long offset;

  LineParser(LogHeader header, Sink sink) {
    this.header = header;
    this.sink = sink;
  }

  /// Tells where in the log the bytes stand that the lines to come are in.
  ///
  /// @param first where the first one of these bytes stands
  void readingFrom(long first) {
    offset = first;
  }

  /// Takes one line apart.
  ///
  /// @param whole whether the line has its line break
  void parse(long number, byte[] text, int from, int end, boolean whole) {
    int start = from;
    int to = end;
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

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  private static boolean startsWith(byte[] text, int from, int to, byte[] prefix) {
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
      long start = Times.plain(text, tagEnd + 1, startEnd);
      long length = Times.plain(text, startEnd + 1, lengthEnd);
      if (start != Long.MIN_VALUE && length != Long.MIN_VALUE) {
        Series series = isTagged ? series(text, from + TAG.length, tagEnd) : untagged;
        emit(number, series, start, length, whole, text, maxEnd + 1, to, offset + maxEnd + 1);
        return;
      }
    }
    odd(number, text, from, to, whole);
  }

  private void odd(long number, byte[] text, int from, int to, boolean whole)
      throws MalformedException {
    OddLine line = OddLine.read(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
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
    emit(number, series, line.start(), line.length(), whole, payload, 0, payload.length, nowhere);
  }

  private static int comma(byte[] text, int from, int to) {
    int at = from;
    while (at < to && text[at] != ',') {
      at++;
    }
    return at;
  }

  /// Whether this may be a histogram, and the last column.
  private static boolean isPayload(byte[] text, int from, int to) {
    return (startsWith(text, from, to, INTEGERS) || startsWith(text, from, to, DOUBLES))
        && Lines.indexOf((byte) ',', text, from, to) == to;
  }

  private void emit(
      long number,
      Series series,
      long stamp,
      long length,
      boolean whole,
      byte[] text,
      int from,
      int to,
      long position)
      throws MalformedException {
    if (length < 0) {
      throw new MalformedException("the interval has a negative length");
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
    series.lastStart = start;
    sink.interval(
        new RawInterval(
            header,
            number,
            series.tag,
            start,
            length,
            whole,
            text[from] == 'D',
            text,
            from,
            to,
            position));
  }

  /// The series of a tag, found without making a string of it where it was among the last few.
  private Series series(byte[] text, int from, int to) {
    for (Series each : recent) {
      if (Arrays.equals(text, from, to, each.bytes, 0, each.bytes.length)) {
        return each;
      }
    }
    byte[] bytes = Arrays.copyOfRange(text, from, to);
    String tag = new String(bytes, StandardCharsets.UTF_8);
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
