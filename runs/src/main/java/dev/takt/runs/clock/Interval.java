package dev.takt.runs.clock;

/// Offsets from `base + min` to `base + max`. Their differences to a base cannot overflow.
record Interval(long base, long min, long max) {

  long middle() {
    return base + min + (max - min) / 2;
  }

  long error() {
    return max - min - (max - min) / 2;
  }

  /// The common part of two intervals with the same base; empty if `max` is less than `min`.
  Interval intersection(Interval other) {
    long from = Math.max(min, other.min);
    long to = Math.min(max, other.max);
    return new Interval(base, from, to);
  }

  boolean isEmpty() {
    return max < min;
  }
}
