package dev.takt.driver.grpc;

import java.time.Duration;

/// The time limit of a call as the server is given it.
final class Deadline {

  private static final long MAX_VALUE = 99_999_999;

  private Deadline() {}

  /// The value of `grpc-timeout`: at most 8 digits, and a unit.
  static String of(Duration limit) {
    long micros = Math.max(1, limit.toNanos() / 1000);
    if (micros <= MAX_VALUE) {
      return micros + "u";
    }
    long millis = micros / 1000;
    return millis <= MAX_VALUE ? millis + "m" : Math.min(MAX_VALUE, millis / 1000) + "S";
  }
}
