package dev.takt.report.pack;

import java.io.IOException;
import java.util.List;

/// Intervals that can be asked for by tag and span.
public interface Histograms {

  /// The intervals of one tag that begin in a span, added up onto a grid whose step is a multiple
  /// of the usual interval: one or, of several layouts, more than one for each cell that has any.
  ///
  /// @param tag empty for no tag
  /// @param from the span's first moment, in nanoseconds since the origin
  /// @param to its end, which is not in it
  /// @param most how many cells at most; 1 for the sum. Positive
  /// @throws IOException with a message for people, if the log cannot be read any more
  List<PackedInterval> columns(String tag, long from, long to, int most) throws IOException;
}
