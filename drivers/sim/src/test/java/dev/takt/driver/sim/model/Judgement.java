package dev.takt.driver.sim.model;

import dev.takt.driver.sim.BatchMeans;

/// Compares response times of a simulation with the closed form: the mean, and the shares beyond
/// its percentiles.
final class Judgement {

  private static final double[] PERCENTILES = {50, 90, 99, 99.9};

  private final QueueDistribution law;
  private final double[] limits = new double[PERCENTILES.length];
  private final BatchMeans means;
  private final BatchMeans[] longer = new BatchMeans[PERCENTILES.length];

  Judgement(QueueDistribution law, long samples) {
    this.law = law;
    means = new BatchMeans(samples);
    for (int i = 0; i < PERCENTILES.length; i++) {
      limits[i] = law.responsePercentile(PERCENTILES[i]);
      longer[i] = new BatchMeans(samples);
    }
  }

  void add(double response) {
    means.add(response);
    for (int i = 0; i < limits.length; i++) {
      // Half a nanosecond: the simulation counts in whole ones.
      longer[i].add(response > limits[i] + 0.5 ? 1 : 0);
    }
  }

  /// A relative error e of a share near p99.9 is an error of about e / 7 of the percentile itself,
  /// as the tails are exponential: 0.2 stands for 3 %.
  void assertAgrees() {
    means.assertAgreesWith(law.meanResponse(), 0.02, "mean response");
    for (int i = 0; i < limits.length; i++) {
      longer[i].assertAgreesWith(
          law.responseExceeds(limits[i]), 0.25, "share above p" + PERCENTILES[i]);
    }
  }
}
