package dev.takt.probes;

/// How a thread waits.
public enum WaitMode {
  /// Busy-spins, which uses a whole core.
  SPIN,
  /// Polls, and yields the core between polls.
  YIELD,
  /// Blocks until it is woken.
  PARK
}
