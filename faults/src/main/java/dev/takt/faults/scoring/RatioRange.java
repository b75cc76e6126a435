package dev.takt.faults.scoring;

/// The ratio of two percentiles with its 95 % confidence interval, assuming that both are of
/// independent operations. The distances of both to their own bounds, on a logarithmic scale, are
/// combined like the sides of a right triangle (A. Donner and G. Y. Zou, "Closed-form confidence
/// intervals for functions of the normal mean and standard deviation", Statistical Methods in
/// Medical Research 2012). If both share some operations, the true interval is narrower.
///
/// @param low the lower bound
/// @param ratio the recorded ratio
/// @param high the upper bound; infinite if unknown
public record RatioRange(double low, double ratio, double high) {

  /// The maximum error of the ratio: the larger distance to a bound.
  public double error() {
    return Double.isInfinite(high) ? high : Math.max(ratio - low, high - ratio);
  }

  /// Whether the ratio differs from 1 by at most `off`.
  public boolean isWithin(double off) {
    return Math.abs(ratio - 1) <= off;
  }
}
