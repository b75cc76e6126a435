package dev.takt.counters;

/// The count of one event, and how exactly it is known.
public sealed interface Count {

  /// The event was counted all the time.
  record Exact(long value) implements Count {}

  /// An estimate: more counters were requested than the processor has, so the kernel let them take
  /// turns (multiplexing).
  ///
  /// @param value the events counted, scaled up to the whole time, for each thread separately
  /// @param counted the events counted
  /// @param enabledNanos the whole time in which the counted threads ran
  /// @param runningNanos the part of it in which events were counted
  record Scaled(long value, long counted, long enabledNanos, long runningNanos) implements Count {

    /// Which part of the time was counted, from 0 to 1.
    public double ratio() {
      return (double) runningNanos / enabledNanos;
    }
  }

  /// The counter never had its turn, so its value is not known.
  record NeverCounted() implements Count {}

  /// The event cannot be counted here.
  ///
  /// @param why the reason and, if there is one, what to do about it
  record NotSupported(String why) implements Count {}
}
