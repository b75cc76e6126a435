package dev.takt.watch.probe;

/// When messages are due: number n at n / rate, rounded down to a nanosecond. Exact however long it
/// goes on: nothing is added up but whole numbers.
///
/// Not thread-safe.
final class Pace {

  private final long operations;
  private final long wholeNanos;
  private final long rest;
  private long due;
  private long fraction;

  /// @param operations how many messages, 1 or more
  /// @param nanos in how many nanoseconds, from 1 to 10^18
  Pace(long operations, long nanos) {
    this.operations = operations;
    this.wholeNanos = nanos / operations;
    this.rest = nanos % operations;
  }

  /// When the next message is due, in nanoseconds after the start.
  long due() {
    return due;
  }

  /// Goes on to the message after that.
  void advance() {
    due += wholeNanos;
    fraction += rest;
    if (fraction >= operations) {
      fraction -= operations;
      due++;
    }
  }
}
