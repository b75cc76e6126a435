package dev.takt.driver.sim;

import java.util.function.DoubleUnaryOperator;

/// What is known of a queueing system in its steady state without simulating it. Times in
/// nanoseconds. Immutable and thread-safe.
public interface QueueLaw {

  /// The share of time for which a server is busy, from 0 to less than 1.
  double utilisation();

  /// The mean service time.
  double meanService();

  /// The mean time in the queue, those that need not wait included.
  double meanWait();

  /// The probability of waiting in the queue for longer than a time.
  double waitBeyond(double nanos);

  /// The probability of a response time, wait and service, longer than a time.
  double responseBeyond(double nanos);

  /// The mean response time.
  default double meanResponse() {
    return meanWait() + meanService();
  }

  /// The wait that is not exceeded by the given percentage of operations, 0 to less than 100.
  default double waitPercentile(double percentile) {
    return quantile(this::waitBeyond, percentile);
  }

  /// The response time that is not exceeded by the given percentage of operations, 0 to less than
  /// 100.
  default double responsePercentile(double percentile) {
    return quantile(this::responseBeyond, percentile);
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
