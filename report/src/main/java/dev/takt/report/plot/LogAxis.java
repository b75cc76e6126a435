package dev.takt.report.plot;

import java.util.ArrayList;
import java.util.List;

/// Nanoseconds, each factor of ten as long as the next.
///
/// @param from positive
/// @param to greater than `from`
record LogAxis(double from, double to) implements Axis {

  private static final double ALL_LABELLED = 3.01;
  private static final double ALL_DRAWN = 7.01;
  private static final int WANTED_LABELS = 10;
  private static final double ROUNDING = 1e-9;

  /// An axis that holds two values.
  ///
  /// @param min the smallest value above 0
  /// @param max the greatest; not less than `min`
  static LogAxis of(double min, double max) {
    double from = NiceNumbers.atMost(min);
    double to = NiceNumbers.atLeast(max);
    return new LogAxis(from, to > from ? to : NiceNumbers.atLeast(from * 1.5));
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
    int labelled = 1 + (int) (decades() / WANTED_LABELS);
    for (int decade = first; decade <= last; decade++) {
      for (int mantissa = 1; mantissa < 10; mantissa++) {
        double at = mantissa * Math.pow(10, decade);
        if (at >= from * (1 - ROUNDING) && at <= to * (1 + ROUNDING) && isDrawn(mantissa)) {
          boolean named = isNamed(mantissa) && decade % labelled == 0;
          ticks.add(new Tick(at, named ? TimeUnit.of(at).label(at) : ""));
        }
      }
    }
    return ticks;
  }

  private boolean isDrawn(int mantissa) {
    return mantissa == 1 || decades() <= ALL_DRAWN;
  }

  private boolean isNamed(int mantissa) {
    boolean nice = mantissa == 2 || mantissa == 5;
    return mantissa == 1 || (nice && decades() <= ALL_LABELLED);
  }
}
