package dev.takt.report.plot;

/// How values become heights.
public enum ValueScale {
  /// Logarithmic if the values span more than two decades, else linear; in each panel as its own
  /// values have it.
  AUTO,
  /// From 0 up, each nanosecond as high as the next.
  LINEAR,
  /// Each factor of ten as high as the next. Values of 0 are drawn at the bottom.
  LOG
}
