package dev.takt.report.plot;

/// The 99th percentile and maximum of one time window. Windows without values have no point.
///
/// @param sinceStartNanos the begin of the window, in nanoseconds after the picture's start; may be
///   negative
/// @param p99 the 99th percentile of its values, in their own unit; finite and not negative
/// @param max its greatest value, likewise
public record PlotPoint(long sinceStartNanos, double p99, double max) {

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if one of them is negative, infinite or no number
  public PlotPoint {
    check("p99", p99);
    check("max", max);
  }

  private static void check(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException("a window's " + what + " is " + value);
    }
  }
}
