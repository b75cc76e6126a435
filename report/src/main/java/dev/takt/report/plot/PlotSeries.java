package dev.takt.report.plot;

import dev.takt.record.histogram.Spectrum;
import java.util.Comparator;
import java.util.List;

/// A series, drawn in one colour: its values in total, and by window.
///
/// @param name the name in the legend, such as `checkout: read-rt`; any text
/// @param spectrum all values; may be empty
/// @param points the windows with values, in any order; may be empty
public record PlotSeries(String name, Spectrum spectrum, List<PlotPoint> points) {

  /// Sorts the points by time.
  public PlotSeries {
    points = points.stream().sorted(Comparator.comparingLong(PlotPoint::sinceStartNanos)).toList();
  }
}
