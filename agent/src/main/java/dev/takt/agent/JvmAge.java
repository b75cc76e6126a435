package dev.takt.agent;

import java.time.Duration;
import java.time.Instant;

/// The age of this JVM, from the operating system, since the module java.management may be missing.
final class JvmAge {

  private JvmAge() {}

  /// The age in nanoseconds, to about 10 ms; 0 if it is not known.
  static long nanos() {
    return ProcessHandle.current()
        .info()
        .startInstant()
        .map(start -> Math.max(0, Duration.between(start, Instant.now()).toNanos()))
        .orElse(0L);
  }
}
