package dev.takt.report.pack;

import java.io.IOException;
import java.util.List;

/// Histograms of intervals that can be queried by tag and span.
public interface Histograms {

  /// The intervals of one tag that begin in a span, merged onto a grid whose step is a multiple of
  /// the usual interval. Each cell that is not empty yields one interval per layout.
  ///
  /// @param tag empty for no tag
  /// @param from the begin of the span, in nanoseconds since the origin
  /// @param to the end of the span, exclusive
  /// @param most the maximum number of cells, positive; 1 for the sum
  /// @throws IOException with a message for people, if the log cannot be read any more
  List<PackedInterval> columns(String tag, long from, long to, int most) throws IOException;
}
