package dev.takt.load.schedule;

/// The rule that gives each operation its intended start. A pure function of its parameters and its
/// seed: the arrivals of a schedule are the same at every call and on every machine.
///
/// Immutable and thread-safe.
public interface Schedule {

  /// All arrivals, from the first one.
  Arrivals arrivals();

  /// Every `of`-th arrival, beginning with the one numbered `shard`. The shards from 0 to `of - 1`
  /// together are exactly the arrivals of this schedule.
  ///
  /// @throws IllegalArgumentException if not `0 <= shard < of`
  default Arrivals arrivals(int shard, int of) {
    return ShardedArrivals.of(arrivals(), shard, of);
  }

  /// The length of the schedule, in nanoseconds, as the plan defines it; not the time of its last
  /// arrival. [Long#MAX_VALUE] if it never ends.
  long durationNanos();

  /// The requested mean rate, in operations per second, or NaN if the schedule does not know it.
  double meanRate();

  /// The index of the operation kind that a trace requires for arrival `n`, or -1 if the workload
  /// chooses.
  default int operationOf(long n) {
    return -1;
  }
}
