package dev.takt.driver.sim;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Arithmetic of time limits, where [Long#MAX_VALUE] stands for none.
final class TimeLimit {

  private TimeLimit() {}

  static long nanosOf(@Nullable Duration timeout) {
    return timeout == null ? Long.MAX_VALUE : timeout.toNanos();
  }

  /// The moment at which an operation that starts now is given up.
  static long from(long now, long timeoutNanos) {
    return timeoutNanos == Long.MAX_VALUE ? Long.MAX_VALUE : now + timeoutNanos;
  }
}
