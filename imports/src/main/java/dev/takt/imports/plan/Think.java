package dev.takt.imports.plan;

import dev.takt.load.schedule.Durations;
import java.time.Duration;
import java.util.Map;

/// A think time, evenly distributed.
public record Think(long minNanos, long maxNanos) {

  /// A constant one.
  public static Think of(double seconds) {
    return between(seconds, seconds);
  }

  /// An evenly distributed one, in whole milliseconds.
  public static Think between(double low, double high) {
    return new Think(nanos(Math.min(low, high)), nanos(Math.max(low, high)));
  }

  private static long nanos(double seconds) {
    return Math.round(Math.clamp(seconds, 0, 86_400) * 1000) * 1_000_000;
  }

  boolean isNone() {
    return maxNanos == 0;
  }

  /// One after the other.
  Think plus(Think other) {
    return new Think(minNanos + other.minNanos, maxNanos + other.maxNanos);
  }

  Object plain() {
    return minNanos == maxNanos
        ? text(minNanos)
        : Map.of("uniform", text(minNanos) + ".." + text(maxNanos));
  }

  private static String text(long nanos) {
    return Durations.format(Duration.ofNanos(nanos));
  }
}
