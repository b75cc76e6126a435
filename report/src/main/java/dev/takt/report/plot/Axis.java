package dev.takt.report.plot;

import java.util.List;

/// Where values lie between the two ends of an axis, and what is written beside it.
interface Axis {

  /// From 0 (left, bottom) to 1; values beyond an end are at the end.
  double position(double value);

  /// Marks, ascending.
  List<Tick> ticks();

  static double clamp(double position) {
    return Math.min(1, Math.max(0, position));
  }
}
