package dev.takt.watch.observer;

/// How much detail a watch records.
public enum WatchLevel {
  /// The least expensive for a target. The countable cost is about 0.6 % of two processors at each
  /// measured rate. For a target that keeps both processors busy, it is 0.8 % of its CPU time.
  DEFAULT,
  /// Everything that can be observed.
  DEEP
}
