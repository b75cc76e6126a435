package dev.takt.report.plot.axis;

import java.util.List;

/// Maps values to positions on an axis, and provides its ticks.
public interface Axis {

  /// The position from 0 (left, bottom) to 1; values beyond an end are clamped to it.
  double position(double value);

  /// The ticks, ascending.
  List<Tick> ticks();

  static double clamp(double position) {
    return Math.min(1, Math.max(0, position));
  }
}
