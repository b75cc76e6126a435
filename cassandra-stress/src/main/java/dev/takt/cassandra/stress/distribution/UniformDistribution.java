package dev.takt.cassandra.stress.distribution;

/// All numbers of a range equally often, except 0 in a range that begins below it: truncation makes
/// it twice as likely.
final class UniformDistribution extends ClampedDistribution {

  private final double from;
  private final double to;

  UniformDistribution(long min, long max) {
    super(min, max);
    this.from = (double) min;
    this.to = (double) (max + 1);
  }

  @Override
  double draw() {
    double share = random.nextDouble();
    return share * to + (1 - share) * from;
  }

  @Override
  double realQuantile(double share) {
    return share * (to - from) + from;
  }
}
