package dev.takt.report.plot.axis;

/// The scale of the axis of values.
public enum ValueScale {
  /// Logarithmic if the values span more than two decades, else linear; decided for each panel by
  /// its own values.
  AUTO,
  /// Linear, from 0.
  LINEAR,
  /// Logarithmic. Values of 0 are drawn at the bottom.
  LOG
}
