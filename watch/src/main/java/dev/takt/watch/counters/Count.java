package dev.takt.watch.counters;

/// The value of one counter, and how exactly it is known.
public sealed interface Count {

  /// The event was counted all the time.
  record Exact(long value) implements Count {}

  /// An estimate: more counters were requested than the processor has, so they were multiplexed.
  ///
  /// @param value `counted` times `factor`
  /// @param counted the events counted
  /// @param factor the whole time divided by the time in which events were counted; above 1
  record Scaled(long value, long counted, double factor) implements Count {}

  /// The counter was never scheduled on the processor, so its value is not known.
  record NeverCounted() implements Count {}

  /// The event cannot be counted here.
  ///
  /// @param why the reason and, if there is one, what to do about it
  record NotSupported(String why) implements Count {}

  /// Scales a count.
  ///
  /// @param counted the events counted
  /// @param enabledNanos the whole time
  /// @param runningNanos the time in which events were counted
  static Count of(long counted, long enabledNanos, long runningNanos) {
    if (runningNanos == enabledNanos) {
      return new Exact(counted);
    }
    if (runningNanos == 0) {
      return new NeverCounted();
    }
    double factor = (double) enabledNanos / runningNanos;
    return new Scaled(Math.round(counted * factor), counted, factor);
  }
}
