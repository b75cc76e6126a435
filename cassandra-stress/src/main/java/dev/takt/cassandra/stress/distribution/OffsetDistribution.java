package dev.takt.cassandra.stress.distribution;

import dev.takt.cassandra.stress.random.JavaRandom;

/// A real distribution from 0 on, rounded down, clamped to the width of a range and added to its
/// lower end.
abstract class OffsetDistribution extends Distribution {

  private final long min;
  private final long width;
  final JavaRandom random = new JavaRandom();

  OffsetDistribution(long min, long max) {
    this.min = min;
    this.width = max - min;
  }

  /// The share of draws that a range is meant to hold; the others become its upper end. It grows
  /// with the range, so that all numbers can be drawn.
  static double shareWithin(long width) {
    return 1 - Math.sqrt(1 / (double) width);
  }

  /// Draws a distance from the lower end.
  abstract double draw();

  /// The quantile of [#draw].
  abstract double realQuantile(double share);

  @Override
  public final long next() {
    return clamped((long) draw());
  }

  @Override
  public final double nextReal() {
    return (double) min + Math.clamp(draw(), 0, (double) width);
  }

  @Override
  public final long quantile(double share) {
    return clamped((long) realQuantile(share));
  }

  private long clamped(long distance) {
    return min + (distance < 0 ? 0 : Math.min(distance, width));
  }

  @Override
  public final void setSeed(long seed) {
    random.setSeed(seed);
  }
}
