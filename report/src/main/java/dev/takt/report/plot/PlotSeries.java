package dev.takt.report.plot;

import dev.takt.record.histogram.Spectrum;
import java.util.Comparator;
import java.util.List;

/// What is drawn in one colour: all values together, and window by window.
///
/// @param name what the legend says, such as `checkout: read-rt`; any text
/// @param spectrum all values; may be empty
/// @param points the windows that hold a value, in any order; may be empty
public record PlotSeries(String name, Spectrum spectrum, List<PlotPoint> points) {

  /// Puts the points in the order of time.
  public PlotSeries {
    points = points.stream().sorted(Comparator.comparingLong(PlotPoint::sinceStartNanos)).toList();
  }
}
