package dev.takt.explain.compare;

import org.jspecify.annotations.Nullable;

/// One figure of one operation, of both sides.
///
/// @param operation its name
/// @param figure what is compared
/// @param baseline the figure of the first side, in nanoseconds, operations per second or as a
///   share; NaN if there is nothing to tell it from
/// @param candidate that of the second side
/// @param interval where the difference is; null if the data cannot tell
/// @param probability of a difference as great as this, or greater, between runs of the same
///   system, adjusted for the number of figures that are compared; NaN if it is not judged
/// @param verdict in one word
/// @param reason why there is no verdict, in plain words; empty if there is one
public record Row(
    String operation,
    Figure figure,
    double baseline,
    double candidate,
    @Nullable Interval interval,
    double probability,
    Verdict verdict,
    String reason) {

  /// Where a difference is, with a confidence of 95 % for this figure alone.
  ///
  /// @param low the lower end: as a part of the baseline (`0.05` is 5 % more), of errors in shares
  /// @param high the upper end
  public record Interval(double low, double high) {}

  /// How much more the second side has, in the unit of the figure.
  public double difference() {
    return candidate - baseline;
  }

  /// How much more the second side has, as a part of the baseline; NaN if that is 0.
  public double relative() {
    return baseline == 0 ? Double.NaN : difference() / baseline;
  }

  /// The lower end of the interval in the unit of the figure; NaN if there is none.
  public double lowDifference() {
    return interval == null ? Double.NaN : inUnit(interval.low());
  }

  /// The upper end of the interval in the unit of the figure; NaN if there is none.
  public double highDifference() {
    return interval == null ? Double.NaN : inUnit(interval.high());
  }

  private double inUnit(double part) {
    return figure instanceof Figure.Errors ? part : part * baseline;
  }

  /// By how much the second side is worse, in the unit of the figure; negative if it is better.
  public double worseBy() {
    return figure.moreIsBetter() ? -difference() : difference();
  }

  /// The same without a verdict: the difference may be somebody else's.
  Row notComparable(String why) {
    return new Row(
        operation, figure, baseline, candidate, interval, Double.NaN, Verdict.NOT_COMPARABLE, why);
  }

  Row judged(double adjusted, Verdict newVerdict) {
    return new Row(operation, figure, baseline, candidate, interval, adjusted, newVerdict, reason);
  }
}
