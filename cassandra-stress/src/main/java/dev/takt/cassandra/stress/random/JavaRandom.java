package dev.takt.cassandra.stress.random;

/// The sequence of [java.util.Random], without its atomic operations. For one thread.
public final class JavaRandom {

  private static final long MULTIPLIER = 0x5DEECE66DL;
  private static final long INCREMENT = 0xBL;
  private static final long MASK = (1L << 48) - 1;
  private static final double DOUBLE_UNIT = 0x1.0p-53;

  private long state = MULTIPLIER;
  private double pendingGaussian;
  private boolean hasPendingGaussian;

  /// Starts the sequence of a seed. Forgets a pending Gaussian value.
  public void setSeed(long seed) {
    state = (seed ^ MULTIPLIER) & MASK;
    hasPendingGaussian = false;
  }

  private int next(int bits) {
    state = (state * MULTIPLIER + INCREMENT) & MASK;
    return (int) (state >> (48 - bits));
  }

  public long nextLong() {
    return ((long) next(32) << 32) + next(32);
  }

  /// From 0 (inclusive) to 1 (exclusive), uniform.
  public double nextDouble() {
    return (((long) next(26) << 27) + next(27)) * DOUBLE_UNIT;
  }

  /// Normally distributed, with mean 0 and standard deviation 1. The polar method of Marsaglia and
  /// Bray gives two values at a time.
  public double nextGaussian() {
    if (hasPendingGaussian) {
      hasPendingGaussian = false;
      return pendingGaussian;
    }
    double x;
    double y;
    double square;
    do {
      x = 2 * nextDouble() - 1;
      y = 2 * nextDouble() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    double factor = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
    pendingGaussian = y * factor;
    hasPendingGaussian = true;
    return x * factor;
  }
}
