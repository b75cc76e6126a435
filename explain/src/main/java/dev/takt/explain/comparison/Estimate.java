package dev.takt.explain.comparison;

import dev.takt.record.histogram.Layout;
import dev.takt.runs.model.Baseline.Operation;
import org.jspecify.annotations.Nullable;

/// A figure of one side and its variance.
///
/// Times and rates are compared on a logarithmic scale, since a system that is 5 % slower is so at
/// 1 ms and at 1 s. Error shares, which can be 0, are compared on a linear scale.
///
/// @param value the value in nanoseconds, operations per second, or as a share; NaN without data
/// @param position the value on the scale of comparison
/// @param variance the variance of the position, estimated by resampling
/// @param degrees the degrees of freedom of the variance
/// @param runVariance the variance of the position of a single run, estimated from the runs of this
///   side; NaN if there is only one run
record Estimate(
    double value, double position, double variance, double degrees, double runVariance) {

  private static final double NANOS_PER_SECOND = 1e9;

  /// The estimate of a figure of an operation.
  static Estimate of(Figure figure, Operation operation) {
    double value = value(figure, operation);
    double variance = orNaN(operation.estimates().variance().get(figure.label()));
    return new Estimate(
        value,
        position(figure, value),
        variance,
        orNaN(operation.estimates().degrees().get(figure.label())),
        operation.runs() > 1 ? variance * operation.runs() : Double.NaN);
  }

  private static double value(Figure figure, Operation of) {
    return switch (figure) {
      case Figure.Percentile _, Figure.Max _ -> orNaN(of.estimates().nanos().get(figure.label()));
      case Figure.Throughput _ -> throughput(of.completed(), (double) of.lengthNanos());
      case Figure.Errors _ -> errorShare(of.completed(), of.errors());
    };
  }

  /// Completed operations per second; NaN in no time.
  static double throughput(long completed, double nanos) {
    return nanos == 0 ? Double.NaN : completed * NANOS_PER_SECOND / nanos;
  }

  /// The share of operations that did not complete; NaN without operations.
  static double errorShare(long completed, long errors) {
    long operations = completed + errors;
    return operations == 0 ? Double.NaN : (double) errors / operations;
  }

  private static double orNaN(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }

  /// How many intervals have a value at or above a percentile.
  static int intervalsReaching(Figure.Percentile percentile, Operation operation) {
    return operation.estimates().intervalsReaching().getOrDefault(percentile.label(), 0);
  }

  /// The width of the slot that a percentile was read from, as a fraction of its value: times have
  /// three digits. 0 for other figures.
  static double slotWidth(Figure figure, Operation operation) {
    Long nanos =
        figure instanceof Figure.Percentile
            ? operation.estimates().nanos().get(figure.label())
            : null;
    if (nanos == null) {
      return 0;
    }
    int slot = Layout.THREE_DIGITS.slotOf(nanos);
    double highest = Layout.THREE_DIGITS.highest(slot);
    return (highest - Layout.THREE_DIGITS.lowest(slot) + 1) / Math.max(1, highest);
  }

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
