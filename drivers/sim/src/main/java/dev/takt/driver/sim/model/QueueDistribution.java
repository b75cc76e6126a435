package dev.takt.driver.sim.model;

import java.util.function.DoubleUnaryOperator;

/// The exact distributions of wait and response time of a queueing system in its steady state.
/// Times are in nanoseconds. Immutable and thread-safe.
public interface QueueDistribution {

  /// The utilisation of a server, from 0 to less than 1.
  double utilisation();

  /// The mean service time.
  double meanService();

  /// The mean wait in the queue over all operations, including those that do not wait.
  double meanWait();

  /// The probability that the wait in the queue exceeds `nanos`.
  double waitExceeds(double nanos);

  /// The probability that the response time (wait plus service) exceeds `nanos`.
  double responseExceeds(double nanos);

  /// The mean response time.
  default double meanResponse() {
    return meanWait() + meanService();
  }

  /// The percentile of the wait.
  ///
  /// @param percentile from 0 to less than 100
  default double waitPercentile(double percentile) {
    return quantile(this::waitExceeds, percentile);
  }

  /// The percentile of the response time.
  ///
  /// @param percentile from 0 to less than 100
  default double responsePercentile(double percentile) {
    return quantile(this::responseExceeds, percentile);
  }

  private double quantile(DoubleUnaryOperator beyond, double percentile) {
    if (!(percentile >= 0 && percentile < 100)) {
      throw new IllegalArgumentException("a percentile of " + percentile);
    }
    double target = 1 - percentile / 100;
    if (beyond.applyAsDouble(0) <= target) {
      return 0;
    }
    double low = 0;
    double high = meanService();
    while (beyond.applyAsDouble(high) > target) {
      low = high;
      high *= 2;
    }
    for (double middle = mean(low, high); middle > low && middle < high; ) {
      if (beyond.applyAsDouble(middle) > target) {
        low = middle;
      } else {
        high = middle;
      }
      middle = mean(low, high);
    }
    return high;
  }

  private static double mean(double a, double b) {
    return a + (b - a) / 2;
  }
}
