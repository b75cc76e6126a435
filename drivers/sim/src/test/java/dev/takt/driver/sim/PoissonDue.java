package dev.takt.driver.sim;

import java.util.SplittableRandom;

/// Poisson arrivals at a rate per second, from a seed of its own.
public final class PoissonDue implements OpenLoop.Due {

  private final SplittableRandom random;
  private final double meanGap;
  private double now;

  public PoissonDue(long seed, double ratePerSecond) {
    random = new SplittableRandom(seed);
    meanGap = 1e9 / ratePerSecond;
  }

  public double nextGap() {
    return -meanGap * Math.log1p(-random.nextDouble());
  }

  @Override
  public long next(long n) {
    now += nextGap();
    return Math.round(now);
  }
}
