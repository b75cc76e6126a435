package dev.takt.watch.observer;

/// How closely to look.
public enum WatchLevel {
  /// What costs a target least: by what can be counted, some 0.6 % of two processors at each rate
  /// that was measured, which is 0.8 % of what a target needs that leaves none of them idle.
  DEFAULT,
  /// All that can be seen.
  DEEP
}
