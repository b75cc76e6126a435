package dev.takt.watch.probe;

/// How a thread waits.
public enum WaitMode {
  /// Busy-spins, which uses a whole core.
  SPIN,
  /// Polls, and yields the core between polls.
  YIELD,
  /// Blocks until it is woken.
  PARK
}
