package dev.takt.load.schedule;

/// Arrivals one after another. Not thread-safe. [#nextDelayNanos] allocates nothing.
public interface Arrivals {

  /// What [#nextDelayNanos] answers when there are no more.
  long END = Long.MAX_VALUE;

  /// The intended start of the next operation, in nanoseconds after the start of the schedule,
  /// never less than the one before; or [#END], and then always [#END].
  long next();

  /// The number, in the whole schedule, of the operation that [#nextDelayNanos] gave last. Shards
  /// skip numbers.
  long number();
}
