package dev.takt.cassandra.stress.distribution;

/// The Weibull distribution: an extreme value distribution.
final class ExtremeDistribution extends OffsetDistribution {

  private final PreciseMath math = new PreciseMath();
  private final double shape;
  private final double scale;

  ExtremeDistribution(long min, long max, double shape) {
    super(min, max);
    this.shape = shape;
    this.scale = (double) (max - min) / standardQuantile(shareWithin(max - min));
  }

  @Override
  double draw() {
    return realQuantile(random.nextDouble());
  }

  @Override
  double realQuantile(double share) {
    return scale * standardQuantile(share);
  }

  /// The quantile for a scale of 1.
  private double standardQuantile(double share) {
    if (share == 0) {
      return 0;
    }
    return share == 1 ? Double.POSITIVE_INFINITY : math.pow(-math.log(1 - share), 1 / shape);
  }
}
