package dev.takt.report.plot;

import dev.takt.record.histogram.Spectrum;
import java.util.List;

/// What is drawn in one colour: all values together, and window by window.
///
/// @param name what the legend says, such as `checkout: read-rt`; any text
/// @param spectrum all values; may be empty
/// @param points the windows that hold a value, by ascending time; may be empty
public record PlotSeries(String name, Spectrum spectrum, List<PlotPoint> points) {

  /// Copies the points.
  public PlotSeries {
    points = List.copyOf(points);
  }
}
