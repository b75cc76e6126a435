package dev.takt.watch;

import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// What to watch, and how.
///
/// @param directory the run directory, where observers write their files
/// @param level how much detail is recorded
/// @param target the process id of the target; empty if there is none
/// @param generator whether this JVM is watched as well
/// @param profile the CPU-time sampling period of the target's threads; empty for no profile
public record Subject(
    Path directory,
    WatchLevel level,
    OptionalLong target,
    boolean generator,
    Optional<Duration> profile) {

  /// A request without a CPU profile.
  public Subject(Path directory, WatchLevel level, OptionalLong target, boolean generator) {
    this(directory, level, target, generator, Optional.empty());
  }
}
