package dev.takt.driver.sim.model;

/// Durations from `low` to `high` nanoseconds, both inclusive.
public record NanoRange(long low, long high) {

  public NanoRange {
    if (low < 0 || high < low) {
      throw new IllegalArgumentException(low + ".." + high + " ns is not a range of durations");
    }
  }
}
