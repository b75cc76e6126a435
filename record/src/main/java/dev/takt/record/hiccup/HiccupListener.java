package dev.takt.record.hiccup;

/// Receives single hiccups.
@FunctionalInterface
public interface HiccupListener {

  /// Reports that a thread that should have run from `begin` to `end` did not. The cause can have
  /// begun while the thread slept: up to the meter's resolution before `begin`.
  ///
  /// @param begin on the monotonic clock, in nanoseconds
  /// @param end on the monotonic clock
  void hiccup(long begin, long end);
}
