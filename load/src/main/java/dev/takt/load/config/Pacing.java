package dev.takt.load.config;

/// How a sending thread waits for the next intended start.
public enum Pacing {
  /// Sleeps, and wakes at most about once a millisecond. Cheap, but up to a millisecond late.
  SLEEP,
  /// Sleeps until shortly before, then spins for a bounded time.
  HYBRID,
  /// Never sleeps. Uses a whole core for each sending thread.
  SPIN
}
