package dev.takt.report.plot;

/// What was recorded in one window of time. Windows without a value have no point.
///
/// @param sinceStartNanos how long after the picture's start the window begins, in nanoseconds; may
///   be negative
/// @param p99 the 99th percentile of its values, in their own unit; finite and not negative
/// @param max the greatest of its values, likewise
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
