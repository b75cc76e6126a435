package dev.takt.record.log;

import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A line of a log whose histogram has not been decoded: most of the work of a tool is to decide
/// which histograms it need not look into.
///
/// @param log which log it stands in
/// @param line from 1
/// @param tag null if the line has none, which is not the same as an empty one
/// @param start in nanoseconds since 1970-01-01T00:00:00Z, as far as the log knows its date
/// @param length in nanoseconds, not negative
/// @param whole whether the line has its line break; if not, the log may be cut off in it
/// @param fractional whether the histogram's values are doubles
/// @param bytes what the histogram's Base64 stands in, `from` to before `to`
/// @param position where in the log it stands
@SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
record RawInterval(
    LogHeader log,
    long line,
    @Nullable String tag,
    long start,
    long length,
    boolean whole,
    boolean fractional,
    byte[] bytes,
    int from,
    int to,
    long position)
    implements EncodedInterval {

  static final String CUT_OFF = "the log is cut off in this line: ";

  /// The same with bytes of its own, so that it can be kept without the block that it was read
  /// with.
  RawInterval detached() {
    byte[] own = Arrays.copyOfRange(bytes, from, to);
    return new RawInterval(
        log, line, tag, start, length, whole, fractional, own, 0, own.length, position);
  }

  /// The same without its tag.
  RawInterval untagged() {
    return new RawInterval(
        log, line, null, start, length, whole, fractional, bytes, from, to, position);
  }

  @Override
  public int size() {
    return to - from;
  }

  @Override
  public long end() {
    return start + length;
  }

  Problem late() {
    return new Problem(
        log.name(),
        line,
        Problem.Severity.FAULT,
        "so far out of order that the time it belongs to is told in more than one part");
  }

  @Override
  public Layout open(HistogramDecoder decoder) throws MalformedException {
    return decoder.open(bytes, from, to);
  }

  @Override
  public Problem lost(String reason) {
    String cut = whole ? "" : CUT_OFF;
    return new Problem(log.name(), line, Problem.Severity.LOST, cut + reason);
  }
}
