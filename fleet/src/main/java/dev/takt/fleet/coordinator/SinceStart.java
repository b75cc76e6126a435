package dev.takt.fleet.coordinator;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// How long ago a run has started. While this machine is suspended, its monotonic clock can stand
/// still, unlike those of the machines that send the load; the time of day shows it then.
final class SinceStart {

  private final long startNanos;
  private final long startMillis;
  private final LongSupplier nanoTime;
  private final LongSupplier epochMillis;

  /// @param startNanos on the monotonic clock
  SinceStart(long startNanos) {
    this(startNanos, System::nanoTime, System::currentTimeMillis);
  }

  SinceStart(long startNanos, LongSupplier nanoTime, LongSupplier epochMillis) {
    this.startNanos = startNanos;
    this.nanoTime = nanoTime;
    this.epochMillis = epochMillis;
    startMillis =
        epochMillis.getAsLong() + TimeUnit.NANOSECONDS.toMillis(startNanos - nanoTime.getAsLong());
  }

  /// The time by the clock that shows more of it; negative before the start.
  long nanos() {
    return Math.max(
        nanoTime.getAsLong() - startNanos,
        TimeUnit.MILLISECONDS.toNanos(epochMillis.getAsLong() - startMillis));
  }
}
