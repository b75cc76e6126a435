package dev.takt.explain.truth;

/// One percentile divided by another, and between which values that lies in 95 of 100 cases if both
/// are of other operations (the distances of both to their own ends, on a scale of logarithms, as
/// the sides of a right triangle: A. Donner and G. Y. Zou, "Closed-form confidence intervals for
/// functions of the normal mean and standard deviation", Statistical Methods in Medical Research
/// 2012). Where both are of the same operations in part, it is nearer.
///
/// @param low one end
/// @param ratio as it was recorded
/// @param high the other end; infinite if that is not known
public record RatioRange(double low, double ratio, double high) {

  /// How far the ratio may be off, to the side where that is more.
  public double error() {
    return Double.isInfinite(high) ? high : Math.max(ratio - low, high - ratio);
  }

  /// Whether the ratio is no further from 1 than so much.
  public boolean isWithin(double off) {
    return Math.abs(ratio - 1) <= off;
  }
}
