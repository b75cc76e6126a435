package dev.takt.record;

import java.time.Instant;

/// One moment read on two clocks. It converts monotonic times to wall-clock times.
///
/// @param nanoTime the moment on the monotonic clock, in nanoseconds
/// @param epochNanos the same moment in nanoseconds since 1970-01-01T00:00:00Z
/// @param errorNanos the maximum time between the two readings, in nanoseconds
public record ClockAnchor(long nanoTime, long epochNanos, long errorNanos) {

  private static final int ATTEMPTS = 8;

  /// Reads both clocks as close together as possible: of a few attempts, it keeps the one with the
  /// narrowest bracket.
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

  /// Converts a monotonic time to wall-clock time, in nanoseconds since the epoch.
  public long epochNanosAt(long nanoTime) {
    return epochNanos + (nanoTime - this.nanoTime);
  }

  /// Converts a monotonic time to wall-clock time.
  public Instant instantAt(long nanoTime) {
    long nanos = epochNanosAt(nanoTime);
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
  }
}
