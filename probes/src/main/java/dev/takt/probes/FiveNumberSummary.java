package dev.takt.probes;

import java.util.Arrays;
import java.util.Collection;

/// The distribution of a figure over several rounds: five-number summary, without averaging.
///
/// @param rounds how many rounds
/// @param min the minimum
/// @param firstQuartile the first quartile
/// @param median the median
/// @param thirdQuartile the third quartile
/// @param max the maximum
public record FiveNumberSummary(
    int rounds, double min, double firstQuartile, double median, double thirdQuartile, double max) {

  /// Summarizes figures, in any order.
  ///
  /// @throws IllegalArgumentException if there are none
  public static FiveNumberSummary of(Collection<Double> figures) {
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no figures");
    }
    return new FiveNumberSummary(
        sorted.length,
        sorted[0],
        at(sorted, 0.25),
        at(sorted, 0.5),
        at(sorted, 0.75),
        Arrays.stream(sorted).max().orElseThrow());
  }

  /// The smallest figure that at least this share of figures does not exceed.
  private static double at(double[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}
