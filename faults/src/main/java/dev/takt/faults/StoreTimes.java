package dev.takt.faults;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/// The times that requests wait for the simulated store: exponentially distributed, so that their
/// percentiles are known in closed form. In a run without faults, latency is then a property of the
/// store and not of the machine, whose noise is much shorter. Thread-safe.
public final class StoreTimes {

  /// The mean of the times, in nanoseconds.
  public static final long MEAN_NANOS = 2_000_000;

  private final long seed;
  private final AtomicLong drawn = new AtomicLong();

  /// @param seed of the sequence
  StoreTimes(long seed) {
    this.seed = new SplittableRandom(seed).nextLong();
  }

  /// The next time, in nanoseconds. The n-th time of a sequence is always the same, in any thread.
  long next() {
    double uniform = new SplittableRandom(seed + drawn.getAndIncrement()).nextDouble();
    return Math.round(-MEAN_NANOS * Math.log1p(-uniform));
  }

  /// A percentile of the distribution, in nanoseconds.
  ///
  /// @param percentile below 100
  public static long percentile(double percentile) {
    return Math.round(-MEAN_NANOS * Math.log(1 - percentile / 100));
  }

  /// The relative standard error of a percentile of `drawn` times: √(p (1 − p) / n) divided by the
  /// density at the percentile, which is (1 − p) divided by the mean.
  ///
  /// @param percentile above 0 and below 100
  public static double relativeError(double percentile, long drawn) {
    double share = percentile / 100;
    return Math.sqrt(share / (1 - share) / drawn) / -Math.log(1 - share);
  }
}
