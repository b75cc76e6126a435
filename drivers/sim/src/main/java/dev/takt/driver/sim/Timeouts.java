package dev.takt.driver.sim;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Arithmetic of timeouts, where [Long#MAX_VALUE] stands for none.
final class Timeouts {

  private Timeouts() {}

  static long nanosOf(@Nullable Duration timeout) {
    return timeout == null ? Long.MAX_VALUE : timeout.toNanos();
  }

  /// The deadline of an operation that starts now.
  static long deadline(long now, long timeoutNanos) {
    return timeoutNanos == Long.MAX_VALUE ? Long.MAX_VALUE : now + timeoutNanos;
  }
}
