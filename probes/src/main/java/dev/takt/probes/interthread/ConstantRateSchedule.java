package dev.takt.probes.interthread;

/// A constant-rate schedule: message n is due at n / rate, rounded down to a nanosecond. It has no
/// accumulated error, since only integers are added. Not thread-safe.
final class ConstantRateSchedule {

  private final long operations;
  private final long wholeNanos;
  private final long rest;
  private long due;
  private long fraction;

  /// @param operations how many messages, 1 or more
  /// @param nanos in this time, from 1 to 10^18
  ConstantRateSchedule(long operations, long nanos) {
    this.operations = operations;
    this.wholeNanos = nanos / operations;
    this.rest = nanos % operations;
  }

  /// When the message is due, in nanoseconds after the start.
  long due() {
    return due;
  }

  /// Moves to the next message.
  void advance() {
    due += wholeNanos;
    fraction += rest;
    if (fraction >= operations) {
      fraction -= operations;
      due++;
    }
  }
}
