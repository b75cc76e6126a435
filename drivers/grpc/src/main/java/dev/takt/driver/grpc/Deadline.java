package dev.takt.driver.grpc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The time limit of a call as the server is given it.
///
/// @param value of `grpc-timeout`: at most 8 digits, and a unit
/// @param nanos the same time
/// @param isOwn whether it ends the call before the time limit of the run does
record Deadline(String value, long nanos, boolean isOwn) {

  private static final long MAX_VALUE = 99_999_999;

  /// @param own of the operation; null for none
  /// @param timeout of the run; null for none
  /// @return null if there is neither
  static @Nullable Deadline of(@Nullable Duration own, @Nullable Duration timeout) {
    Duration limit = own == null ? timeout : own;
    if (limit == null) {
      return null;
    }
    boolean isOwn = own != null && (timeout == null || own.compareTo(timeout) < 0);
    long micros = Math.max(1, limit.toNanos() / 1000);
    if (micros <= MAX_VALUE) {
      return new Deadline(micros + "u", micros * 1000, isOwn);
    }
    long millis = micros / 1000;
    if (millis <= MAX_VALUE) {
      return new Deadline(millis + "m", millis * 1_000_000, isOwn);
    }
    long seconds = Math.min(MAX_VALUE, millis / 1000);
    return new Deadline(seconds + "S", Duration.ofSeconds(seconds).toNanos(), isOwn);
  }
}
