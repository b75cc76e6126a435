package dev.takt.cassandra.stress.distribution;

/// Another distribution mirrored: what it draws most often is drawn least often.
final class InvertedDistribution extends Distribution {

  private final Distribution original;
  private final long first;
  private final long last;

  InvertedDistribution(Distribution original) {
    this.original = original;
    this.first = original.first();
    this.last = original.last();
  }

  @Override
  public long next() {
    return last - (original.next() - first);
  }

  @Override
  public double nextReal() {
    return (double) last - (original.nextReal() - (double) first);
  }

  @Override
  public long quantile(double share) {
    return last - (original.quantile(share) - first);
  }

  @Override
  public void setSeed(long seed) {
    original.setSeed(seed);
  }

  @Override
  public void randomize(long seed) {
    original.randomize(seed);
  }
}
