package dev.takt.explain.comparison;

/// A figure of one side and its variance.
///
/// Times and rates are compared on a logarithmic scale, since a system that is 5 % slower is so at
/// 1 ms and at 1 s. Error shares, which can be 0, are compared on a linear scale.
///
/// @param value the value in nanoseconds, operations per second, or as a share
/// @param position the value on the scale of comparison
/// @param variance the variance of the position, estimated by resampling
/// @param degrees the degrees of freedom of the variance
/// @param runVariance the variance of the position of a single run, estimated from the runs of this
///   side; NaN if there is only one run
record Estimate(
    double value, double position, double variance, double degrees, double runVariance) {

  /// The position of a value on the scale of comparison.
  static double position(Figure figure, double value) {
    if (figure instanceof Figure.Errors) {
      return value;
    }
    return value > 0 ? Math.log(value) : figure.isTime() ? 0 : Double.NaN;
  }

  /// This estimate of a single run, with the variance between the runs of the other side: the only
  /// available estimate of how much its own runs would vary.
  Estimate withRunVarianceOf(Estimate other) {
    return other.runVariance > variance
        ? new Estimate(value, position, other.runVariance, other.degrees, runVariance)
        : this;
  }

  boolean isOfOneRun() {
    return Double.isNaN(runVariance);
  }
}
