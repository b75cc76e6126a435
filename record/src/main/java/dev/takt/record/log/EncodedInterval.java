package dev.takt.record.log;

import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import org.jspecify.annotations.Nullable;

/// A line of a log whose histogram is not decoded before somebody asks for it. It must not be kept:
/// its bytes are those of the block that was read.
public interface EncodedInterval {

  /// The [#position] of a histogram that does not stand in the log as one piece.
  long NO_POSITION = -1;

  /// Null if the line has none, which is not the same as an empty one.
  @Nullable String tag();

  /// In nanoseconds since 1970-01-01T00:00:00Z, as far as the log knows its date.
  long start();

  /// In nanoseconds, not negative.
  long length();

  /// When it ended, in nanoseconds since 1970-01-01T00:00:00Z.
  long end();

  /// Where the histogram's text begins in the log, once that is decompressed: its first byte is 0.
  /// [#NO_POSITION] if it does not stand there as it is.
  long position();

  /// How long the histogram's text is, in bytes.
  int size();

  /// Hands the histogram to a decoder, which may then add it to counts of its layout.
  ///
  /// @throws MalformedException if it is none, or damaged
  Layout open(HistogramDecoder decoder) throws MalformedException;

  /// The problem of a histogram that cannot be used.
  Problem lost(String reason);
}
