package dev.takt.report.plot.axis;

import java.util.ArrayList;
import java.util.List;

/// Linear axis of nanoseconds that starts at 0.
///
/// @param step between two ticks
/// @param steps the number of steps
record LinearAxis(double step, int steps) implements Axis {

  private static final int WANTED_STEPS = 6;

  /// An axis that extends at least to `max`.
  static LinearAxis upTo(double max) {
    if (max <= 0) {
      return new LinearAxis(1, 1);
    }
    double step = NiceNumbers.atLeast(max / WANTED_STEPS);
    return new LinearAxis(step, (int) Math.max(1, Math.ceil(max / step * (1 - 1e-9))));
  }

  @Override
  public double position(double value) {
    return Axis.clamp(value / (step * steps));
  }

  @Override
  public List<Tick> ticks() {
    TimeUnit unit = TimeUnit.of(step * steps);
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      ticks.add(new Tick(i * step, unit.label(i * step)));
    }
    return ticks;
  }
}
