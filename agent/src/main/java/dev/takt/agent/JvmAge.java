package dev.takt.agent;

import java.time.Duration;
import java.time.Instant;

/// Since when this JVM runs. As the system knows it: module java.management may not be there.
final class JvmAge {

  private JvmAge() {}

  /// In nanoseconds, to some 10 ms; 0 if it is not known.
  static long nanos() {
    return ProcessHandle.current()
        .info()
        .startInstant()
        .map(start -> Math.max(0, Duration.between(start, Instant.now()).toNanos()))
        .orElse(0L);
  }
}
