package dev.takt.process;

import java.time.Duration;
import java.util.Objects;

/// The resources used by a child and by those of its own children that it has waited for.
///
/// @param user CPU time in user mode, to the microsecond
/// @param system CPU time in the kernel, to the microsecond
/// @param peakMemory the maximum resident set size of one of them, in bytes; or the resident memory
///   of this process when it started the child, if that is larger: the kernel counts from before
///   the child's exec
public record ResourceUsage(Duration user, Duration system, long peakMemory) {

  /// Validates the components.
  public ResourceUsage {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(system, "system");
  }

  /// Total CPU time.
  public Duration cpu() {
    return user.plus(system);
  }
}
