package dev.takt.fleet.result;

import dev.takt.load.share.Share;
import dev.takt.runs.model.Fleet;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What one machine contributed to a run.
///
/// @param name unique in the fleet, and a valid name of a directory
/// @param host the machine's own name for itself
/// @param share its part of the load; null if it only watched the target
/// @param state how far it came
/// @param directory its run directory, or what was received of it: `machines/NAME` in that of the
///   merged run, where explanations look for it
/// @param clock how far its monotonic clock is ahead of that of the run, at the agreed start
/// @param agreedStart the agreed start on its own monotonic clock
public record MachinePart(
    String name,
    String host,
    @Nullable Share share,
    Fleet.State state,
    Path directory,
    Fleet.Clock clock,
    long agreedStart) {}
