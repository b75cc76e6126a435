package dev.takt.process;

import java.time.Duration;

/// Moments of the monotonic clock.
final class Durations {

  /// As good as for ever, and far from an overflow: some 146 years.
  private static final long MAX_NANOS = Long.MAX_VALUE / 2;

  private Durations() {}

  /// The moment `patience` after `nanoTime`, to be compared by difference; `nanoTime` itself if
  /// that is negative.
  static long after(long nanoTime, Duration patience) {
    return nanoTime + nanos(patience);
  }

  /// In nanoseconds; 0 for all that is negative, some hundred years for all that is longer.
  static long nanos(Duration duration) {
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
