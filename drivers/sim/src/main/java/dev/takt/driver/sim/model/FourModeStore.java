package dev.takt.driver.sim.model;

import dev.takt.load.workload.Randomness;

/// A store with four latency modes, with which Nitsan Wakart demonstrated coordinated omission
/// ("Correcting YCSB's Coordinated Omission problem", 2015, step 5). Most operations are fast, some
/// are slower, a few are delayed individually, and very few stop the world.
///
/// His store stops the world with a read-write lock, so the pause begins only when all operations
/// in flight have completed. Here the pause begins at once, as in a JVM: operations in flight end
/// later by the length of the pause, and operations that arrive during the pause begin after it.
public final class FourModeStore implements SimulatedSystem {

  private final long seed;
  private final Modes modes;
  private final StoppableClock time;

  /// Creates a store.
  ///
  /// @param concurrency the maximum number of operations in flight
  public FourModeStore(long seed, Modes modes, int concurrency) {
    this.seed = seed;
    this.modes = modes;
    this.time = new StoppableClock(Math.max(64, 4 * concurrency));
  }

  @Override
  public long arrive(long arrivalNanos, long n) {
    double p = Randomness.unit(seed, n, RandomStream.MODE);
    if (p < modes.stopFrom()) {
      return time.at(arrivalNanos) + randomNanos(modes.of(p), n);
    }
    return time.stop(arrivalNanos, randomNanos(modes.stopTheWorld, n));
  }

  @Override
  public long realTimeOf(long systemNanos) {
    return systemNanos == NEVER ? NEVER : time.realTimeOf(systemNanos);
  }

  private long randomNanos(NanoRange range, long n) {
    return Randomness.uniform(seed, n, RandomStream.SERVICE_TIME, range.low(), range.high());
  }

  /// The duration of each mode, and the probability of each but the first.
  public record Modes(
      NanoRange awesome,
      NanoRange good,
      NanoRange minor,
      NanoRange stopTheWorld,
      double goodShare,
      double minorShare,
      double stopShare) {

    /// The modes of the article.
    public static final Modes DEFAULT =
        new Modes(
            new NanoRange(200_000, 1_000_000),
            new NanoRange(1_000_000, 10_000_000),
            new NanoRange(10_000_000, 50_000_000),
            new NanoRange(50_000_000, 200_000_000),
            0.09,
            0.0099,
            0.0001);

    public Modes {
      if (goodShare + minorShare + stopShare > 1) {
        throw new IllegalArgumentException("the shares of the modes add up to more than 1");
      }
    }

    double stopFrom() {
      return 1 - stopShare;
    }

    NanoRange of(double p) {
      if (p < 1 - stopShare - minorShare - goodShare) {
        return awesome;
      }
      return p < 1 - stopShare - minorShare ? good : minor;
    }
  }
}
