package dev.takt.record.log.parse;

import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.EncodedInterval;
import dev.takt.record.log.Problem;
import org.jspecify.annotations.Nullable;

/// A line of a log whose histogram has not been decoded. Most of the work of a tool is to decide
/// which histograms need not be decoded.
///
/// @param log the log that contains it
/// @param line from 1
/// @param tag null if the line has no tag; an empty tag is a different one
/// @param start in nanoseconds since 1970-01-01T00:00:00Z, if the log states its date
/// @param length in nanoseconds, not negative
/// @param whole whether the line has its line break; if not, the log may be cut off in it
/// @param histogram the text of the histogram
/// @param position the position of that text in the log
public record RawInterval(
    LogHeader log,
    long line,
    @Nullable String tag,
    long start,
    long length,
    boolean whole,
    EncodedHistogram histogram,
    long position)
    implements EncodedInterval {

  static final String CUT_OFF = "the log is cut off in this line: ";

  /// A copy with its own bytes, which can be kept after the block is reused.
  public RawInterval detached() {
    return new RawInterval(log, line, tag, start, length, whole, histogram.detached(), position);
  }

  /// A copy without the tag.
  public RawInterval untagged() {
    return new RawInterval(log, line, null, start, length, whole, histogram, position);
  }

  @Override
  public int size() {
    return histogram.size();
  }

  @Override
  public long end() {
    return start + length;
  }

  public Problem late() {
    return new Problem(
        log.name(),
        line,
        Problem.Severity.FAULT,
        "so far out of order that the time it belongs to is reported in more than one part");
  }

  @Override
  public Layout open(HistogramDecoder decoder) throws MalformedException {
    return histogram.open(decoder);
  }

  @Override
  public Problem lost(String reason) {
    String cut = whole ? "" : CUT_OFF;
    return new Problem(log.name(), line, Problem.Severity.LOST, cut + reason);
  }
}
