package dev.takt.watch;

import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// What to watch, and how.
///
/// @param directory the run directory, where observers write their files
/// @param level how much detail is recorded
/// @param targetPid the process id of the target; empty if there is none
/// @param watchesGenerator whether this JVM is watched as well
/// @param profiling how to profile the target; empty for no profile
public record WatchRequest(
    Path directory,
    WatchLevel level,
    OptionalLong targetPid,
    boolean watchesGenerator,
    Optional<CpuProfiling> profiling) {

  /// A request without a CPU profile.
  public WatchRequest(
      Path directory, WatchLevel level, OptionalLong targetPid, boolean watchesGenerator) {
    this(directory, level, targetPid, watchesGenerator, Optional.empty());
  }
}
