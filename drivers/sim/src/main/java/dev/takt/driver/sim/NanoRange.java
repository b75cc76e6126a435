package dev.takt.driver.sim;

/// Durations from `low` to `high` nanoseconds, both inclusive.
record NanoRange(long low, long high) {

  NanoRange {
    if (low < 0 || high < low) {
      throw new IllegalArgumentException(low + ".." + high + " ns is not a range of durations");
    }
  }
}
