package dev.takt.watch.probe;

/// What a thread does while it has nothing to do.
public enum Waiting {
  /// Looks again and again, and burns its core.
  SPIN,
  /// Looks, and offers its core to others in between.
  YIELD,
  /// Sleeps until it is woken.
  PARK
}
