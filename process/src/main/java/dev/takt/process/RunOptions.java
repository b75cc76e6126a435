package dev.takt.process;

import java.time.Duration;
import java.util.Objects;

/// How [Launcher#run] waits and what it keeps.
///
/// @param timeout how long the child may run before it is ended
/// @param patience how long it then has from SIGTERM to SIGKILL
/// @param grace how long to wait, after its end, for outputs that others hold open
/// @param limit how many bytes to keep of each output; the rest is read and dropped
/// @param input what it gets as its standard input, if that is a pipe
public record RunOptions(
    Duration timeout, Duration patience, Duration grace, int limit, Bytes input) {

  /// No timeout, a second of patience, 250 ms of grace, 16 MiB of each output, no input.
  public static final RunOptions DEFAULT =
      new RunOptions(
          Duration.ofNanos(Long.MAX_VALUE),
          Duration.ofSeconds(1),
          Duration.ofMillis(250),
          16 << 20,
          Bytes.NONE);

  /// Checks that no time and no limit is negative.
  ///
  /// @throws IllegalArgumentException if one is
  public RunOptions {
    Objects.requireNonNull(timeout, "timeout");
    Objects.requireNonNull(patience, "patience");
    Objects.requireNonNull(grace, "grace");
    Objects.requireNonNull(input, "input");
    if (timeout.isNegative() || patience.isNegative() || grace.isNegative() || limit < 0) {
      throw new IllegalArgumentException("times and the limit are 0 or more");
    }
  }

  /// With another timeout.
  public RunOptions timeout(Duration longest) {
    return new RunOptions(longest, patience, grace, limit, input);
  }

  /// With another time from SIGTERM to SIGKILL.
  public RunOptions patience(Duration fromTermToKill) {
    return new RunOptions(timeout, fromTermToKill, grace, limit, input);
  }

  /// With another time for outputs that others hold open.
  public RunOptions grace(Duration afterExit) {
    return new RunOptions(timeout, patience, afterExit, limit, input);
  }

  /// With another bound for what is kept of each output, in bytes.
  public RunOptions limit(int bytes) {
    return new RunOptions(timeout, patience, grace, bytes, input);
  }

  /// With a standard input.
  public RunOptions input(Bytes bytes) {
    return new RunOptions(timeout, patience, grace, limit, bytes);
  }
}
