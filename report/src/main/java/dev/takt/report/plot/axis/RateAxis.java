package dev.takt.report.plot.axis;

import dev.takt.runs.text.EnglishText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// Linear axis of operations per second that starts at 0.
///
/// @param step between two ticks
/// @param steps the number of steps
public record RateAxis(double step, int steps) implements Axis {

  private static final int WANTED_STEPS = 8;
  private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_UP);

  /// An axis that extends at least to `max`.
  public static RateAxis upTo(double max) {
    if (max <= 0) {
      return new RateAxis(1, 1);
    }
    double step = NiceNumbers.atLeast(max / WANTED_STEPS);
    return new RateAxis(step, (int) Math.max(1, Math.ceil(max / step * (1 - 1e-9))));
  }

  @Override
  public double position(double value) {
    return Axis.clamp(value / (step * steps));
  }

  @Override
  public List<Tick> ticks() {
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      ticks.add(new Tick(i * step, label(i * step)));
    }
    return ticks;
  }

  /// Formats a rate: `2,500/s`, `0.5/s`.
  public static String label(double rate) {
    return rate >= 1000 || rate == Math.rint(rate)
        ? EnglishText.format("%,.0f/s", rate)
        : new BigDecimal(rate).round(DIGITS).stripTrailingZeros().toPlainString() + "/s";
  }
}
