package dev.takt.cassandra.stress.distribution;

import dev.takt.cassandra.stress.random.JavaRandom;

/// A real distribution that is truncated towards zero, and clamped to a range.
abstract class ClampedDistribution extends Distribution {

  private final long min;
  private final long max;
  final JavaRandom random = new JavaRandom();

  ClampedDistribution(long min, long max) {
    this.min = min;
    this.max = max;
  }

  /// Draws a number that may be outside of the range.
  abstract double draw();

  /// The quantile of [#draw].
  abstract double realQuantile(double share);

  @Override
  public final long next() {
    return clamp((long) draw());
  }

  @Override
  public final double nextReal() {
    return Math.clamp(draw(), (double) min, (double) max);
  }

  @Override
  public final long quantile(double share) {
    return clamp((long) realQuantile(share));
  }

  private long clamp(long value) {
    return value < min ? min : Math.min(value, max);
  }

  @Override
  public final void setSeed(long seed) {
    random.setSeed(seed);
  }
}
