package dev.takt.process;

import java.time.Duration;
import java.util.Objects;

/// The result of [Launcher#run].
///
/// @param exit how the child ended
/// @param stdout its standard output, up to the limit
/// @param stderr its standard error, up to the limit
/// @param truncated whether it wrote more than the limit
/// @param timedOut whether it was ended by the timeout
/// @param complete whether its outputs ended within the grace; if not, processes that it left
///   behind may have written more
/// @param elapsed from the start to the exit of the child
public record RunResult(
    Exit exit,
    Bytes stdout,
    Bytes stderr,
    boolean truncated,
    boolean timedOut,
    boolean complete,
    Duration elapsed) {

  /// Validates the components.
  public RunResult {
    Objects.requireNonNull(exit, "exit");
    Objects.requireNonNull(stdout, "stdout");
    Objects.requireNonNull(stderr, "stderr");
    Objects.requireNonNull(elapsed, "elapsed");
  }

  /// Whether it exited by itself, in time and with code 0.
  public boolean isSuccess() {
    return exit.isSuccess() && !timedOut;
  }
}
