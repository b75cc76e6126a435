package dev.takt.watch.probe;

import java.util.Arrays;
import java.util.Collection;

/// Figures of several rounds: not one of them is the truth, so all of them are told.
///
/// @param rounds how many
/// @param min the least
/// @param quarter a quarter of them are not above it
/// @param median half of them are not above it
/// @param threeQuarters three quarters of them are not above it
/// @param max the greatest
public record Spread(
    int rounds, double min, double quarter, double median, double threeQuarters, double max) {

  /// Of figures in any order.
  ///
  /// @throws IllegalArgumentException if there are none
  public static Spread of(Collection<Double> figures) {
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no figures");
    }
    return new Spread(
        sorted.length,
        sorted[0],
        at(sorted, 0.25),
        at(sorted, 0.5),
        at(sorted, 0.75),
        Arrays.stream(sorted).max().orElseThrow());
  }

  /// The smallest figure that so many do not exceed.
  private static double at(double[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}
