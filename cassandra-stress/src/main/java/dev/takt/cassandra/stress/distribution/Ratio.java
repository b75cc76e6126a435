package dev.takt.cassandra.stress.distribution;

/// Draws of a ratio: those of a distribution before rounding, divided and clamped to 0 to 1. For
/// one thread.
public final class Ratio {

  private final Distribution distribution;
  private final double divisor;

  Ratio(Distribution distribution, long divisor) {
    this.distribution = distribution;
    this.divisor = (double) divisor;
  }

  /// Draws a ratio, from 0 to 1.
  public double next() {
    return Math.clamp(distribution.nextReal() / divisor, 0, 1);
  }

  /// The smallest ratio, at most 1.
  public double min() {
    return Math.min(1, (double) distribution.min() / divisor);
  }

  /// The largest ratio, at most 1.
  public double max() {
    return Math.min(1, (double) distribution.max() / divisor);
  }

  /// Starts the sequence of draws.
  public void randomize(long seed) {
    distribution.randomize(seed);
  }
}
