package dev.takt.runs.clock;

/// A machine's monotonic clock and its wall clock at the same moment, with the error that its
/// kernel states. Whether the kernel is right cannot be seen on that machine.
///
/// @param nanoTime the monotonic clock
/// @param epochNanos the wall clock, in nanoseconds since 1970
/// @param errorNanos how far the wall clock can be from the true time, at most
public record WallReading(long nanoTime, long epochNanos, long errorNanos) {

  /// From this error on, a kernel calls its clock not synchronised.
  public static final long MAX_ERROR_NANOS = 16_000_000_000L;

  private static final long MAX_EPOCH_NANOS = 1L << 62;

  /// @throws IllegalArgumentException if no kernel states that
  public WallReading {
    if (epochNanos < 0
        || epochNanos > MAX_EPOCH_NANOS
        || errorNanos < 0
        || errorNanos > MAX_ERROR_NANOS) {
      throw new IllegalArgumentException(
          "a wall clock at " + epochNanos + " ns with an error of " + errorNanos + " ns");
    }
  }
}
