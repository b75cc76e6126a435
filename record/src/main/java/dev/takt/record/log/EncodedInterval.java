package dev.takt.record.log;

import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import org.jspecify.annotations.Nullable;

/// A line of a log whose histogram is decoded on demand. It must not be kept: its bytes belong to a
/// block that is reused.
public interface EncodedInterval {

  /// The [#position] of a histogram whose text is not contiguous in the log.
  long NO_POSITION = -1;

  /// Null if the line has no tag; an empty tag is a different one.
  @Nullable String tag();

  /// In nanoseconds since 1970-01-01T00:00:00Z, if the log states its date.
  long start();

  /// In nanoseconds, not negative.
  long length();

  /// When it ended, in nanoseconds since 1970-01-01T00:00:00Z.
  long end();

  /// The position of the histogram's text in the decompressed log, from 0. [#NO_POSITION] if the
  /// text is not in the log in this form.
  long position();

  /// The length of the histogram's text, in bytes.
  int size();

  /// Opens the histogram with a decoder, which can then add it to counts of its layout.
  ///
  /// @throws MalformedException if it is no histogram, or damaged
  Layout open(HistogramDecoder decoder) throws MalformedException;

  /// Creates the problem for a histogram that cannot be used.
  Problem lost(String reason);
}
