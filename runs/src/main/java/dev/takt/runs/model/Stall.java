package dev.takt.runs.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An interval in which something stopped or slowed a system.
///
/// @param kind the kind of stall
/// @param side the side that lost time
/// @param beginNanoTime its begin on the run's monotonic clock
/// @param endNanoTime its end, not before the begin
/// @param errorNanos the maximum error of each of the two
/// @param source the name of the [StallSource] that observed it
/// @param thread the stalled thread; null for the whole process or, on the host's side, the machine
/// @param cause the reason, such as `System.gc()` or a lock's class
/// @param culprit the thread or process that caused it
/// @param stop identifies the stalls that are parts of one stop of a JVM; unique per side
/// @param evidence further observations of the source: texts, numbers, booleans and lists of these
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

  /// Checks the order of begin and end, and copies the evidence.
  public Stall {
    if (endNanoTime - beginNanoTime < 0) {
      throw new IllegalArgumentException(
          kind + " from " + beginNanoTime + " to " + endNanoTime + " in " + source);
    }
    evidence = Map.copyOf(evidence);
  }

  /// A thread or process.
  ///
  /// @param name for people
  /// @param pid its process id; null if that is not known
  /// @param osThread the kernel's thread id (tid); null if that is not known
  /// @param where what it was doing: the uppermost frames of its stack, one per line, the innermost
  ///   first; null if that is not known
  public record Actor(
      String name, @Nullable Long pid, @Nullable Long osThread, @Nullable String where) {

    /// An actor of which only the name is known.
    public static Actor named(String name) {
      return new Actor(name, null, null, null);
    }
  }

  /// Its duration.
  public long nanos() {
    return endNanoTime - beginNanoTime;
  }
}
