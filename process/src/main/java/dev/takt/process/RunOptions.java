package dev.takt.process;

import java.time.Duration;
import java.util.Objects;

/// Options of [Launcher#run].
///
/// @param timeout how long the child may run before it is ended
/// @param killAfter the time between SIGTERM and SIGKILL
/// @param grace how long to wait, after the child's exit, for outputs that other processes hold
///   open
/// @param limit how many bytes to keep of each output; the rest is read and discarded
/// @param input the bytes of its standard input, if that is a pipe
public record RunOptions(
    Duration timeout, Duration killAfter, Duration grace, int limit, Bytes input) {

  /// No timeout, one second from SIGTERM to SIGKILL, 250 ms of grace, 16 MiB of each output, no
  /// input.
  public static final RunOptions DEFAULT =
      new RunOptions(
          Duration.ofNanos(Long.MAX_VALUE),
          Duration.ofSeconds(1),
          Duration.ofMillis(250),
          16 << 20,
          Bytes.NONE);

  /// Checks that no duration and no limit is negative.
  ///
  /// @throws IllegalArgumentException if one is
  public RunOptions {
    Objects.requireNonNull(timeout, "timeout");
    Objects.requireNonNull(killAfter, "killAfter");
    Objects.requireNonNull(grace, "grace");
    Objects.requireNonNull(input, "input");
    if (timeout.isNegative() || killAfter.isNegative() || grace.isNegative() || limit < 0) {
      throw new IllegalArgumentException("times and the limit are 0 or more");
    }
  }

  /// Returns a copy with this timeout.
  public RunOptions timeout(Duration longest) {
    return new RunOptions(longest, killAfter, grace, limit, input);
  }

  /// Returns a copy with this time between SIGTERM and SIGKILL.
  public RunOptions killAfter(Duration fromTermToKill) {
    return new RunOptions(timeout, fromTermToKill, grace, limit, input);
  }

  /// Returns a copy with this time to wait for outputs that other processes hold open.
  public RunOptions grace(Duration afterExit) {
    return new RunOptions(timeout, killAfter, afterExit, limit, input);
  }

  /// Returns a copy with this limit for each output, in bytes.
  public RunOptions limit(int bytes) {
    return new RunOptions(timeout, killAfter, grace, bytes, input);
  }

  /// Returns a copy with this standard input.
  public RunOptions input(Bytes bytes) {
    return new RunOptions(timeout, killAfter, grace, limit, bytes);
  }
}
