package dev.takt.report.plot.axis;

import java.util.ArrayList;
import java.util.List;

/// Logarithmic axis of percentiles on which each further nine has the same length, as in Gil Tene's
/// HdrHistogram plotter: percentile p is at the logarithm of 1 / (1 - p). A value on this axis is 1
/// / (1 - p), "one in so many": 1 for 0 %, 2 for 50 %, 1000 for 99.9 %.
///
/// @param top the greatest value of 1 / (1 - p) on the axis; more than 1
public record PercentileAxis(double top) implements Axis {

  private static final double AT_LEAST = 10;
  private static final double ROUNDING = 1e-9;

  /// An axis for `count` values. It ends at the highest percentile that they support: the one that
  /// only the greatest value exceeds.
  public static PercentileAxis forCount(long count) {
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
