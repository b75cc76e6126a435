package dev.takt.record;

/// A monotonic clock in nanoseconds. Its zero is arbitrary: only differences are meaningful.
@FunctionalInterface
public interface NanoClock {

  /// The machine's monotonic clock. On Linux this is `CLOCK_MONOTONIC`, which all processes of the
  /// machine share.
  NanoClock SYSTEM = System::nanoTime;

  /// The current time, in nanoseconds.
  long nanoTime();
}
