package dev.takt.process.internal;

import java.time.Duration;

/// Arithmetic on times of the monotonic clock.
public final class Durations {

  /// Practically infinite (146 years), and safe from overflow.
  private static final long MAX_NANOS = Long.MAX_VALUE / 2;

  private Durations() {}

  /// The time `timeout` after `nanoTime`, to be compared by difference; `nanoTime` itself if
  /// `timeout` is negative.
  public static long after(long nanoTime, Duration timeout) {
    return nanoTime + nanos(timeout);
  }

  /// In nanoseconds; 0 for negative durations, at most [#MAX_NANOS].
  public static long nanos(Duration duration) {
    if (duration.isNegative()) {
      return 0;
    }
    try {
      return Math.min(duration.toNanos(), MAX_NANOS);
    } catch (ArithmeticException _) {
      return MAX_NANOS;
    }
  }
}
