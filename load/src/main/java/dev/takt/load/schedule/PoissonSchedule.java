package dev.takt.load.schedule;

import dev.takt.load.workload.Randomness;

/// A Poisson process along a rate curve: sums of exponential gaps of mean 1, each mapped through
/// the inverse of the curve's integral. By the time-change theorem that is a Poisson process with
/// the curve's rate (Çinlar, Introduction to Stochastic Processes, 1975).
///
/// @param seed of all gaps
record PoissonSchedule(RateCurve curve, long seed) implements Schedule {

  @Override
  public Arrivals arrivals() {
    return new Gaps(curve, seed);
  }

  @Override
  public long durationNanos() {
    return curve.durationNanos();
  }

  @Override
  public double meanRate() {
    return curve.meanRate();
  }

  private static final class Gaps implements Arrivals {

    private final RateCurve curve;
    private final long seed;
    private long number = -1;
    private long whole;
    private double fraction;
    private long last;

    Gaps(RateCurve curve, long seed) {
      this.curve = curve;
      this.seed = seed;
    }

    @Override
    public long next() {
      if (last == END) {
        return END;
      }
      fraction += gap(number + 1);
      long carry = (long) fraction;
      whole += carry;
      fraction -= carry;
      last = Math.max(last, curve.timeOf(whole, fraction));
      if (last != END) {
        number++;
      }
      return last;
    }

    /// Exponentially distributed with mean 1. Uses [StrictMath], so that the result is the same on
    /// all machines.
    private double gap(long n) {
      return -StrictMath.log(1 - Randomness.unit(seed, n, Randomness.ARRIVAL));
    }

    @Override
    public long number() {
      return Math.max(number, 0);
    }
  }
}
