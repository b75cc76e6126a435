package dev.takt.record;

/// A monotonic clock in nanoseconds. Its zero is arbitrary: only differences mean something.
@FunctionalInterface
public interface NanoClock {

  /// The machine's monotonic clock. On Linux this is `CLOCK_MONOTONIC`, the same for all processes
  /// of the machine.
  NanoClock SYSTEM = System::nanoTime;

  /// The present moment, in nanoseconds.
  long nanoTime();
}
