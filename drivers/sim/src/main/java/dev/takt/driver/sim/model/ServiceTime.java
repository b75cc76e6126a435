package dev.takt.driver.sim.model;

import dev.takt.load.workload.Randomness;

/// The service time of each operation, as a pure function of its number. Immutable and thread-safe.
@FunctionalInterface
public interface ServiceTime {

  /// The service time of operation `n`, in nanoseconds, at least 0.
  long of(long n);

  /// A constant service time.
  static ServiceTime constant(long nanos) {
    return n -> nanos;
  }

  /// Uniform from `low` to `high` nanoseconds, both inclusive.
  static ServiceTime uniform(long seed, long low, long high) {
    return n -> Randomness.uniform(seed, n, RandomStream.SERVICE_TIME, low, high);
  }

  /// Exponential with the given mean in nanoseconds, by inversion sampling.
  static ServiceTime exponential(long seed, long meanNanos) {
    return n ->
        Math.round(-meanNanos * Math.log1p(-Randomness.unit(seed, n, RandomStream.SERVICE_TIME)));
  }
}
