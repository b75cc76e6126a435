package dev.takt.watch.truth;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/// How long requests wait for a store behind the shop: times of an exponential distribution, whose
/// percentiles are known. So what a run without any fault takes is a property of the store, and not
/// of the machine, whose own noise is much shorter. Thread-safe.
public final class StoreTimes {

  /// What a request waits for it on average, in nanoseconds.
  public static final long MEAN_NANOS = 2_000_000;

  private final long seed;
  private final AtomicLong drawn = new AtomicLong();

  /// @param seed of the sequence: another one has other times
  StoreTimes(long seed) {
    this.seed = new SplittableRandom(seed).nextLong();
  }

  /// The next time, in nanoseconds: of each sequence the first one is always the same, and so on,
  /// whoever asks for it.
  long next() {
    double uniform = new SplittableRandom(seed + drawn.getAndIncrement()).nextDouble();
    return Math.round(-MEAN_NANOS * Math.log1p(-uniform));
  }

  /// What so many percent of all times do not exceed, in nanoseconds.
  ///
  /// @param percentile below 100
  public static long percentile(double percentile) {
    return Math.round(-MEAN_NANOS * Math.log(1 - percentile / 100));
  }

  /// The standard error of a percentile of so many drawn times, as a share of the percentile: √(p
  /// (1 − p) / n) divided by the density at the percentile, which is (1 − p) divided by the mean.
  ///
  /// @param percentile above 0 and below 100
  public static double relativeError(double percentile, long drawn) {
    double share = percentile / 100;
    return Math.sqrt(share / (1 - share) / drawn) / -Math.log(1 - share);
  }
}
