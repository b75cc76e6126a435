package dev.takt.watch.counters;

/// What one counter says.
public sealed interface Count {

  /// It was counted all the time.
  record Exact(long value) implements Count {}

  /// The processor has fewer counters than were asked for, and they took turns: an estimate.
  ///
  /// @param value what was counted, times `factor`
  /// @param counted what was counted
  /// @param factor the whole time through the time in which it was counted; above 1
  record Scaled(long value, long counted, double factor) implements Count {}

  /// It never had its turn, so nothing is known.
  record NeverCounted() implements Count {}

  /// It cannot be counted here.
  ///
  /// @param why the reason and, if there is one, what to do about it
  record NotSupported(String why) implements Count {}

  /// @param counted what was counted
  /// @param enabledNanos the whole time
  /// @param runningNanos the time in which it was counted
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
