package dev.takt.watch.observer;

/// How closely to look.
public enum WatchLevel {
  /// What costs a target least: by what can be counted, under 1 % of the processor time that it
  /// needs itself.
  DEFAULT,
  /// All that can be seen.
  DEEP
}
