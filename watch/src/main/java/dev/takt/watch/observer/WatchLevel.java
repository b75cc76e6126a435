package dev.takt.watch.observer;

/// How closely to look.
public enum WatchLevel {
  /// What costs under 1 % of a target's throughput.
  DEFAULT,
  /// All that can be seen.
  DEEP
}
