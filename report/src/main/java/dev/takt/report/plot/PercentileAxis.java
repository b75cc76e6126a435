package dev.takt.report.plot;

import java.util.ArrayList;
import java.util.List;

/// Percentiles, spread so that each further nine is as long as the one before, as Gil Tene's
/// HdrHistogram plotter has them: percentile p lies at the logarithm of 1 / (1 - p). A value on
/// this axis is that "one in so many": 1 for 0 %, 2 for 50 %, 1000 for 99.9 %.
///
/// @param top the last "one in so many" of the axis; more than 1
record PercentileAxis(double top) implements Axis {

  private static final double AT_LEAST = 10;
  private static final double ROUNDING = 1e-9;

  /// An axis for as many values: the last percentile that they support is the one that only the
  /// greatest of them exceeds.
  static PercentileAxis forCount(long count) {
    return new PercentileAxis(Math.max(AT_LEAST, (double) count));
  }

  @Override
  public double position(double oneIn) {
    return Axis.clamp(Math.log10(oneIn) / Math.log10(top));
  }

  @Override
  public List<Tick> ticks() {
    List<Tick> ticks = new ArrayList<>(List.of(new Tick(1, "0%"), new Tick(2, "50%")));
    int nines = (int) (Math.log10(top) + ROUNDING);
    for (int i = 1; i <= nines; i++) {
      ticks.add(new Tick(Math.pow(10, i), label(i)));
    }
    return ticks;
  }

  private static String label(int nines) {
    return switch (nines) {
      case 1 -> "90%";
      case 2 -> "99%";
      default -> "99." + "9".repeat(nines - 2) + "%";
    };
  }
}
