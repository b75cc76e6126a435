package dev.takt.cassandra.stress.distribution;

/// The numbers of a range in turn. The seed is the position at which they start; a negative one
/// gives numbers below the range, as in cassandra-stress.
final class SequenceDistribution extends Distribution {

  private final long start;
  private final long size;
  private long position;

  SequenceDistribution(long start, long end) {
    this.start = start;
    this.size = end - start + 1;
  }

  @Override
  public long next() {
    return start + position++ % size;
  }

  @Override
  public double nextReal() {
    return (double) next();
  }

  @Override
  public long quantile(double share) {
    return (long) ((double) start + (double) (size - 1) * share);
  }

  @Override
  public void setSeed(long seed) {
    position = seed;
  }

  @Override
  public void randomize(long seed) {
    position = 0;
  }
}
