package dev.takt.process;

import java.time.Duration;
import java.util.Objects;

/// What a child and those of its own children that it has waited for used.
///
/// @param user processor time in the program, to the microsecond
/// @param system processor time in the kernel, to the microsecond
/// @param peakMemory the most memory that was resident in one of them at a time, in bytes; or what
///   was resident in this process when it started the child, if that is more: the kernel counts
///   from before the child became its program
public record ResourceUsage(Duration user, Duration system, long peakMemory) {

  /// Checks its parts.
  public ResourceUsage {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(system, "system");
  }

  /// Processor time altogether.
  public Duration cpu() {
    return user.plus(system);
  }
}
