package dev.takt.watch.probe;

import org.jspecify.annotations.Nullable;

/// How messages are to be sent.
///
/// @param queue what they go through
/// @param capacity how many fit at least, where it has a bound
/// @param rate when they are due; null for as fast as it goes
/// @param warmupNanos for how long before the measurement messages are sent that do not count
/// @param measureNanos for how long those are due that count
/// @param waiting what both threads do meanwhile
/// @param pin where the two run; null to let the system choose
/// @param thresholdNanos from where on a message is an outlier; null for the usual: 100 µs, or ten
///   times the median if that is more
public record InterthreadSettings(
    QueueKind queue,
    int capacity,
    @Nullable Rate rate,
    long warmupNanos,
    long measureNanos,
    Waiting waiting,
    @Nullable Pin pin,
    @Nullable Long thresholdNanos) {

  /// So many messages in so many nanoseconds.
  public record Rate(long messages, long nanos) {}

  /// The processors of the producer and of the consumer.
  public record Pin(int producer, int consumer) {}

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if one of the figures makes no sense
  public InterthreadSettings {
    if (capacity < 1 || warmupNanos < 0 || measureNanos < 1) {
      throw new IllegalArgumentException(
          "capacity " + capacity + ", warm-up " + warmupNanos + " ns, " + measureNanos + " ns");
    }
    if (waiting == Waiting.PARK && !queue.canPark()) {
      throw new IllegalArgumentException(
          "nobody can sleep on a " + queue.text() + " until there is a message");
    }
  }
}
