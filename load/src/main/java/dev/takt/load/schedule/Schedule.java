package dev.takt.load.schedule;

/// The rule that gives each operation its intended start. A pure function of its parameters and its
/// seed: two arrivals of one schedule are always the same, on every machine.
///
/// Immutable and thread-safe.
public interface Schedule {

  /// All arrivals, from the first on.
  Arrivals arrivals();

  /// Each `of`-th arrival, beginning with the one numbered `shard`. The shards from 0 to `of - 1`
  /// together are exactly the arrivals of this schedule.
  ///
  /// @throws IllegalArgumentException if not `0 <= shard < of`
  default Arrivals arrivals(int shard, int of) {
    return ShardedArrivals.of(arrivals(), shard, of);
  }

  /// How long the schedule goes on after its start, in nanoseconds: the length that the plan gave
  /// it, not the time of its last arrival. [Long#MAX_VALUE] if it never ends.
  long durationNanos();

  /// The rate that was asked for on average, in operations per second, or NaN where the schedule
  /// does not know it.
  double meanRate();

  /// The number of the operation kind that a trace demands for arrival `n`, or -1 where the
  /// workload chooses.
  default int operationOf(long n) {
    return -1;
  }
}
