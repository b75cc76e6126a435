package dev.takt.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;

/// The mean of correlated samples with its standard error, by the method of batch means: the means
/// of long batches are nearly independent.
public final class BatchMeans {

  static final int BATCHES = 40;

  private final long batchSize;
  private final double[] sums = new double[BATCHES];
  private long count;

  public BatchMeans(long samples) {
    batchSize = samples / BATCHES;
  }

  public void add(double sample) {
    int batch = (int) (count++ / batchSize);
    if (batch < BATCHES) {
      sums[batch] += sample;
    }
  }

  double mean() {
    double sum = 0;
    for (double s : sums) {
      sum += s / batchSize;
    }
    return sum / BATCHES;
  }

  double standardError() {
    double mean = mean();
    double squares = 0;
    for (double s : sums) {
      squares += Math.pow(s / batchSize - mean, 2);
    }
    return Math.sqrt(squares / (BATCHES - 1) / BATCHES);
  }

  /// Asserts that the mean is within four standard errors, and that these are at most `precision`
  /// of the expected value, so that the test can detect a wrong mean.
  public void assertAgreesWith(double truth, double precision, String what) {
    double error = standardError();
    assertThat(error / truth).as("relative standard error of %s", what).isLessThan(precision);
    assertThat(mean())
        .as("%s: %.6g, truth %.6g, standard error %.2g", what, mean(), truth, error)
        .isBetween(truth - 4 * error, truth + 4 * error);
  }
}
