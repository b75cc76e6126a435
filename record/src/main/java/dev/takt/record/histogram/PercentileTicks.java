package dev.takt.record.histogram;

import java.util.ArrayList;
import java.util.List;

/// The percentiles at which a distribution is printed or drawn: the same number in each half of the
/// remaining distance to 100 %, as in HdrHistogram's percentile iteration.
public final class PercentileTicks {

  /// One row of a percentile distribution.
  ///
  /// @param value in the unit of the values
  /// @param percentile from 0 to 100
  /// @param countTo the number of values that do not exceed `value`
  public record Tick(double value, double percentile, long countTo) {}

  private PercentileTicks() {}

  /// Returns the rows, the last of which is at 100; none if there are no values.
  ///
  /// HdrHistogram's iteration does not terminate when there are so many values that the steps
  /// become smaller than the resolution of a `double` near 100 (some 2^52 values). This method then
  /// continues with the last row.
  ///
  /// @param perHalfDistance at least 1; HdrHistogram's usual number is 5
  /// @throws IllegalArgumentException if `perHalfDistance` is less than 1
  public static List<Tick> of(Spectrum spectrum, int perHalfDistance) {
    if (perHalfDistance < 1) {
      throw new IllegalArgumentException(perHalfDistance + " ticks per half distance");
    }
    List<Tick> ticks = new ArrayList<>();
    double level = 0;
    long seen = 0;
    for (int i = 0; i < spectrum.size(); i++) {
      seen += spectrum.count(i);
      boolean last = i == spectrum.size() - 1;
      double reached = 100.0 * (double) seen / spectrum.total();
      while (level < 100 && reached >= level) {
        ticks.add(new Tick(spectrum.value(i), level, seen));
        double next = level + step(level, perHalfDistance);
        level = next > level ? next : 100;
        if (last) {
          break;
        }
      }
      if (last) {
        ticks.add(new Tick(spectrum.value(i), 100, seen));
      }
    }
    return ticks;
  }

  private static double step(double level, int perHalfDistance) {
    long halvings = (long) (Math.log(100.0 / (100.0 - level)) / Math.log(2)) + 1;
    return 100.0 / (double) (perHalfDistance * (long) Math.pow(2, (double) halvings));
  }
}
