package dev.takt.watch;

import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// What is to be watched.
///
/// @param directory where observers leave their files
/// @param level how closely
/// @param target the process that is the target
/// @param generator whether this JVM is to be watched as well
/// @param profile after how much time on a processor each thread of the target is sampled; empty
///   for no profile
public record Subject(
    Path directory,
    WatchLevel level,
    OptionalLong target,
    boolean generator,
    Optional<Duration> profile) {

  /// Without a profile.
  public Subject(Path directory, WatchLevel level, OptionalLong target, boolean generator) {
    this(directory, level, target, generator, Optional.empty());
  }
}
