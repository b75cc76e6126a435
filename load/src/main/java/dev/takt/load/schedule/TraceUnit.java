package dev.takt.load.schedule;

import java.util.Locale;

/// The unit of the numbers in a trace file.
public enum TraceUnit {
  /// Nanoseconds.
  NS(0),
  /// Microseconds.
  US(3),
  /// Milliseconds.
  MS(6),
  /// Seconds.
  S(9);

  private final int digits;

  TraceUnit(int digits) {
    this.digits = digits;
  }

  /// The power of ten that converts a number to nanoseconds.
  int digits() {
    return digits;
  }

  /// The text form in a schedule.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
