package dev.takt.report.plot.axis;

import java.util.ArrayList;
import java.util.List;

/// Logarithmic axis of nanoseconds.
///
/// @param from positive
/// @param to greater than `from`
/// @param isCut whether there are values below `from`, which are drawn at the bottom
record LogAxis(double from, double to, boolean isCut) implements Axis {

  private static final double ALL_LABELLED = 3.01;
  private static final int MAX_DECADES_BELOW = 4;
  private static final double ROUNDING = 1e-9;

  /// An axis that contains two values, limited to about five decades, so that a single tiny value
  /// does not stretch it.
  ///
  /// @param min the smallest value above 0
  /// @param max the greatest value; not less than `min`
  /// @param zeros whether there are also values of 0
  static LogAxis of(double min, double max, boolean zeros) {
    double least = Math.pow(10, Math.floor(Math.log10(max) + ROUNDING) - MAX_DECADES_BELOW);
    boolean cut = min < least;
    double from = cut ? least : NiceNumbers.atMost(min);
    double to = NiceNumbers.atLeast(max);
    return new LogAxis(from, to > from ? to : NiceNumbers.atLeast(from * 1.5), cut || zeros);
  }

  private double decades() {
    return Math.log10(to / from);
  }

  @Override
  public double position(double value) {
    return value <= from ? 0 : Axis.clamp(Math.log10(value / from) / decades());
  }

  @Override
  public List<Tick> ticks() {
    List<Tick> ticks = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(from) + ROUNDING);
    int last = (int) Math.floor(Math.log10(to) + ROUNDING);
    for (int decade = first; decade <= last; decade++) {
      for (int mantissa = 1; mantissa < 10; mantissa++) {
        double at = mantissa * Math.pow(10, decade);
        if (at >= from * (1 - ROUNDING) && at <= to * (1 + ROUNDING)) {
          ticks.add(new Tick(at, isNamed(mantissa) ? label(at) : ""));
        }
      }
    }
    return ticks;
  }

  private boolean isNamed(int mantissa) {
    boolean nice = mantissa == 2 || mantissa == 5;
    return mantissa == 1 || (nice && decades() <= ALL_LABELLED);
  }

  private String label(double at) {
    String label = TimeUnit.of(at).label(at);
    return isCut && at <= from * (1 + ROUNDING) ? "≤ " + label : label;
  }
}
