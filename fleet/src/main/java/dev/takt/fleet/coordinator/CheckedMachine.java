package dev.takt.fleet.coordinator;

import dev.takt.load.share.Share;
import dev.takt.runs.clock.Offset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a check found out about a machine.
///
/// @param name in the fleet
/// @param host the name of the machine
/// @param takt the version of Takt
/// @param cores the number of processors
/// @param onlyWatches whether it has no share
/// @param share the part of the plan that it gets; null if it only watches, or not all have joined
/// @param clock how far its clock is ahead of the coordinator's; empty if that is not known
/// @param problem why it is not ready, in words for people; null if it is
public record CheckedMachine(
    String name,
    String host,
    String takt,
    int cores,
    boolean onlyWatches,
    @Nullable Share share,
    Optional<Offset> clock,
    @Nullable String problem) {

  /// Whether it could start.
  public boolean isReady() {
    return problem == null;
  }
}
