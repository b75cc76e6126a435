package dev.takt.cli.render.stress;

/// The standard error of the mean of rates, as a fraction of that mean.
///
/// Not thread-safe.
public final class RateUncertainty {

  private long count;
  private double mean;
  private double squaredDeviations;

  /// Adds the rate of an interval.
  public void add(double rate) {
    count++;
    double deviation = rate - mean;
    mean += deviation / count;
    squaredDeviations += deviation * (rate - mean);
  }

  /// The number of rates.
  public long count() {
    return count;
  }

  /// 0 for the first rate; NaN if all rates are 0, or there is none.
  public double value() {
    return Math.sqrt(squaredDeviations) / count / mean;
  }
}
