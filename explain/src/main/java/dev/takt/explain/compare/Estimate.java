package dev.takt.explain.compare;

/// A figure of one side, and how far it may be off.
///
/// Times and rates are judged by their logarithm, since a system that is 5 % slower is so at 1 ms
/// and at 1 s; shares of errors, which may be 0, as they are.
///
/// @param value in nanoseconds, operations per second, or as a share
/// @param position on the scale on which it is judged
/// @param variance of the position, as resampling has it
/// @param degrees of freedom of the variance
/// @param runVariance the variance of the position of a single run, as the runs of this side tell
///   it; NaN if there is one run only
record Estimate(
    double value, double position, double variance, double degrees, double runVariance) {

  /// Where a value stands on the scale on which it is judged.
  static double position(Figure figure, double value) {
    if (figure instanceof Figure.Errors) {
      return value;
    }
    return value > 0 ? Math.log(value) : figure.isTime() ? 0 : Double.NaN;
  }

  /// This one of a single run, with the variance between the runs of the other side: there is
  /// nothing else to tell how much one run of it differs from the next.
  Estimate borrowing(Estimate other) {
    return other.runVariance > variance
        ? new Estimate(value, position, other.runVariance, other.degrees, runVariance)
        : this;
  }

  boolean isOfOneRun() {
    return Double.isNaN(runVariance);
  }
}
