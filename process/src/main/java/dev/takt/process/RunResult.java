package dev.takt.process;

import java.time.Duration;
import java.util.Objects;

/// What came of [Launcher#run].
///
/// @param exit how the child ended
/// @param stdout what it wrote, up to the limit
/// @param stderr what it wrote, up to the limit
/// @param truncated whether it wrote more than that
/// @param timedOut whether it was ended because its time was over
/// @param complete whether its outputs ended within the grace; if not, others that it left behind
///   may have written more
/// @param elapsed from the start to the end of the child
public record RunResult(
    Exit exit,
    Bytes stdout,
    Bytes stderr,
    boolean truncated,
    boolean timedOut,
    boolean complete,
    Duration elapsed) {

  /// Checks its parts.
  public RunResult {
    Objects.requireNonNull(exit, "exit");
    Objects.requireNonNull(stdout, "stdout");
    Objects.requireNonNull(stderr, "stderr");
    Objects.requireNonNull(elapsed, "elapsed");
  }

  /// Whether it ended by itself, in time and with code 0.
  public boolean isSuccess() {
    return exit.isSuccess() && !timedOut;
  }
}
