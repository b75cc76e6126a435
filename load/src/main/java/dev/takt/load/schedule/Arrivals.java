package dev.takt.load.schedule;

/// A sequence of arrivals. Not thread-safe. [#next] allocates nothing.
public interface Arrivals {

  /// The value that [#next] returns when there are no more arrivals.
  long END = Long.MAX_VALUE;

  /// The intended start of the next operation, in nanoseconds after the start of the schedule.
  /// Never less than the previous one. After the last operation always [#END].
  long next();

  /// The number, in the whole schedule, of the operation that [#next] returned last. Shards skip
  /// numbers.
  long number();
}
