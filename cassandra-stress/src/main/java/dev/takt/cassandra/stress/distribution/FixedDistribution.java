package dev.takt.cassandra.stress.distribution;

/// Always the same number.
final class FixedDistribution extends Distribution {

  private final long value;

  FixedDistribution(long value) {
    this.value = value;
  }

  @Override
  public long next() {
    return value;
  }

  @Override
  public double nextReal() {
    return (double) value;
  }

  @Override
  public long quantile(double share) {
    return value;
  }

  @Override
  public void setSeed(long seed) {}
}
