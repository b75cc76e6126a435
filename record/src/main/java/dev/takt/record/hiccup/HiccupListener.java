package dev.takt.record.hiccup;

/// Is told of single hiccups.
@FunctionalInterface
public interface HiccupListener {

  /// A thread that should have run from `begin` to `end` did not. What held it up can have begun
  /// while it slept: up to the meter's resolution before `begin`.
  ///
  /// @param begin on the monotonic clock, in nanoseconds
  /// @param end on the monotonic clock
  void hiccup(long begin, long end);
}
