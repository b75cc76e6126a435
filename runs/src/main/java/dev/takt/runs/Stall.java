package dev.takt.runs;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An interval in which something stopped or slowed a system.
///
/// @param kind what it was
/// @param side whose time was lost
/// @param beginNanoTime its first moment on the run's monotonic clock
/// @param endNanoTime its last one, not before the first
/// @param errorNanos how far each of the two can be from the truth
/// @param source the [StallSource] that saw it, by name
/// @param thread who was stalled; null for the whole process or, on the host's side, the machine
/// @param cause what it was for, such as `System.gc()` or a lock's class
/// @param culprit who is to blame
/// @param stop joins the stalls that are parts of one stop of a JVM; unique for a side
/// @param evidence what the source saw beside this: texts, numbers, booleans and lists of these
public record Stall(
    StallKind kind,
    Side side,
    long beginNanoTime,
    long endNanoTime,
    long errorNanos,
    String source,
    @Nullable Actor thread,
    @Nullable String cause,
    @Nullable Actor culprit,
    @Nullable Long stop,
    Map<String, Object> evidence) {

  /// Checks the order of the two moments, and takes a copy of the evidence.
  public Stall {
    if (endNanoTime - beginNanoTime < 0) {
      throw new IllegalArgumentException(
          kind + " from " + beginNanoTime + " to " + endNanoTime + " in " + source);
    }
    evidence = Map.copyOf(evidence);
  }

  /// A thread or process.
  ///
  /// @param name as it is known to people
  /// @param pid its process; null if that is not known
  /// @param osThread its number as the kernel has it, tid; null if that is not known
  /// @param where what it was doing: the uppermost frames of its stack, a line each, the innermost
  ///   first; null if that is not known
  public record Actor(
      String name, @Nullable Long pid, @Nullable Long osThread, @Nullable String where) {

    /// Of whom nothing but a name is known.
    public static Actor named(String name) {
      return new Actor(name, null, null, null);
    }
  }

  /// How long it lasted.
  public long nanos() {
    return endNanoTime - beginNanoTime;
  }
}
