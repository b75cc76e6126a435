package dev.takt.explain.comparison;

import org.jspecify.annotations.Nullable;

/// One figure of one operation, compared between both sides.
///
/// @param operation the name of the operation
/// @param figure the figure
/// @param baseline the value of the first side, in nanoseconds, operations per second or as a
///   share; NaN without data
/// @param candidate the value of the second side
/// @param interval the confidence interval of the difference; null without enough data
/// @param probability the p-value: the probability of a difference at least this large between runs
///   of the same system, adjusted for the number of figures; NaN if it is not judged
/// @param verdict the verdict
/// @param reason why there is no verdict; empty if there is one
public record Row(
    String operation,
    Figure figure,
    double baseline,
    double candidate,
    @Nullable Interval interval,
    double probability,
    Verdict verdict,
    String reason) {

  /// The 95 % confidence interval of a difference, for this figure alone.
  ///
  /// @param low the lower bound, as a fraction of the baseline (`0.05` is 5 % more); for errors as
  ///   a difference of shares
  /// @param high the upper bound
  public record Interval(double low, double high) {}

  /// The difference of the second side to the first, in the unit of the figure.
  public double difference() {
    return candidate - baseline;
  }

  /// The difference as a fraction of the baseline; NaN if that is 0.
  public double relative() {
    return baseline == 0 ? Double.NaN : difference() / baseline;
  }

  /// The lower bound of the interval, in the unit of the figure; NaN if there is none.
  public double lowDifference() {
    return interval == null ? Double.NaN : inUnit(interval.low());
  }

  /// The upper bound of the interval, in the unit of the figure; NaN if there is none.
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

  /// The same without a verdict: the difference may have another cause than the target.
  Row notComparable(String why) {
    return new Row(
        operation, figure, baseline, candidate, interval, Double.NaN, Verdict.NOT_COMPARABLE, why);
  }

  Row judged(double adjusted, Verdict newVerdict) {
    return new Row(operation, figure, baseline, candidate, interval, adjusted, newVerdict, reason);
  }
}
