package dev.takt.cassandra.stress.distribution;

/// The normal distribution.
final class GaussianDistribution extends ClampedDistribution {

  private static final double SQRT2 = Math.sqrt(2);

  private final double mean;
  private final double deviation;

  GaussianDistribution(long min, long max, double mean, double deviation) {
    super(min, max);
    this.mean = mean;
    this.deviation = deviation;
  }

  @Override
  double draw() {
    return deviation * random.nextGaussian() + mean;
  }

  @Override
  double realQuantile(double share) {
    return mean + deviation * SQRT2 * InverseErf.of(2 * share - 1);
  }
}
