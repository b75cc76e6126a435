package dev.takt.probes.interthread;

import dev.takt.probes.WaitMode;
import org.jspecify.annotations.Nullable;

/// Settings of an [InterthreadProbe].
///
/// @param queue the kind of queue
/// @param capacity the minimum capacity of a bounded queue
/// @param rate of messages; null for the maximum rate
/// @param warmupNanos how long messages are sent before the measurement
/// @param measureNanos the duration of the measurement
/// @param waiting how both threads wait
/// @param pin the processors of the two threads; null for no pinning
/// @param thresholdNanos messages that take longer are outliers; null for the default: 100 µs, or
///   ten times the median if that is more
public record InterthreadSettings(
    QueueKind queue,
    int capacity,
    @Nullable Rate rate,
    long warmupNanos,
    long measureNanos,
    WaitMode waiting,
    @Nullable Pin pin,
    @Nullable Long thresholdNanos) {

  /// A rate, as messages in a time.
  public record Rate(long messages, long nanos) {}

  /// The processors of the producer and of the consumer.
  public record Pin(int producer, int consumer) {}

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a value is out of range, or the queue cannot park
  public InterthreadSettings {
    if (capacity < 1 || warmupNanos < 0 || measureNanos < 1) {
      throw new IllegalArgumentException(
          "capacity " + capacity + ", warm-up " + warmupNanos + " ns, " + measureNanos + " ns");
    }
    if (waiting == WaitMode.PARK && !queue.canPark()) {
      throw new IllegalArgumentException(
          "a consumer cannot park on a " + queue.text() + ": it has no blocking take");
    }
  }
}
