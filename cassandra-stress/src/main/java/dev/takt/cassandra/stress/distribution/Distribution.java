package dev.takt.cassandra.stress.distribution;

/// A random distribution of whole numbers, with the draws of cassandra-stress: the same seed gives
/// the same numbers. Until the first [#setSeed] the seed is 0. Allocates nothing. For one thread.
///
/// The draws of `QEXTREME` are the only exception: cassandra-stress does not seed the place within
/// a quantum, so no two runs of it agree.
public abstract class Distribution {

  private static final int AVERAGED_QUANTILES = 51;
  private static final double AVERAGE_STEP = 0.02;

  Distribution() {}

  /// Draws a number.
  public abstract long next();

  /// Draws a number before it is rounded: what columns of type `float` and `double`, and ratios,
  /// use.
  ///
  /// @throws UnsupportedOperationException by `QEXTREME`
  public abstract double nextReal();

  /// The number below which a share of all draws is, as cassandra-stress calculates it.
  ///
  /// @param share from 0 to 1
  public abstract long quantile(double share);

  /// Restarts the sequence of draws.
  public abstract void setSeed(long seed);

  /// Starts draws that need not be those of cassandra-stress, which does not seed all that it
  /// draws. As [#setSeed], but `SEQ` starts at its lower end.
  public void randomize(long seed) {
    setSeed(seed);
  }

  /// The quantile at 0. The largest number, if the distribution is inverted.
  public final long first() {
    return quantile(0);
  }

  /// The quantile at 1. The smallest number, if the distribution is inverted.
  public final long last() {
    return quantile(1);
  }

  /// The smallest number that is drawn.
  public final long min() {
    return Math.min(first(), last());
  }

  /// The largest number that is drawn.
  public final long max() {
    return Math.max(first(), last());
  }

  /// The mean of 51 quantiles, which is what cassandra-stress takes for the mean. Their shares are
  /// single-precision sums, as there, and the last one is not exactly 1.
  public final long average() {
    double sum = 0;
    float share = 0;
    for (int i = 0; i < AVERAGED_QUANTILES; i++) {
      sum += (double) quantile(share);
      share = (float) (share + AVERAGE_STEP);
    }
    return (long) (sum / AVERAGED_QUANTILES);
  }
}
