package dev.takt.record;

import java.time.Instant;

/// One moment read on two clocks, by which monotonic times are turned into wall-clock times.
///
/// @param nanoTime the moment on the monotonic clock, in nanoseconds
/// @param epochNanos the same moment in nanoseconds since 1970-01-01T00:00:00Z
/// @param errorNanos how far the two readings can be apart, in nanoseconds
public record ClockAnchor(long nanoTime, long epochNanos, long errorNanos) {

  private static final int ATTEMPTS = 8;

  /// Reads both clocks as close together as it can: of a few attempts, the one with the narrowest
  /// bracket.
  public static ClockAnchor now() {
    ClockAnchor best = attempt();
    for (int i = 1; i < ATTEMPTS; i++) {
      ClockAnchor next = attempt();
      if (next.errorNanos < best.errorNanos) {
        best = next;
      }
    }
    return best;
  }

  private static ClockAnchor attempt() {
    long before = System.nanoTime();
    Instant wall = Instant.now();
    long after = System.nanoTime();
    long epochNanos =
        Math.addExact(Math.multiplyExact(wall.getEpochSecond(), 1_000_000_000L), wall.getNano());
    return new ClockAnchor(before + (after - before) / 2, epochNanos, after - before);
  }

  /// The wall-clock time, in nanoseconds since the epoch, of a moment on the monotonic clock.
  public long epochNanosAt(long nanoTime) {
    return epochNanos + (nanoTime - this.nanoTime);
  }

  /// The wall-clock time of a moment on the monotonic clock.
  public Instant instantAt(long nanoTime) {
    long nanos = epochNanosAt(nanoTime);
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
  }
}
