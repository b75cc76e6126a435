package dev.takt.watch.jfr;

import dev.takt.runs.model.Stall.Actor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A safepoint: all Java threads of a JVM are stopped. Times are on the run's monotonic clock.
///
/// @param id unique in the JVM: its safepointId, or a negative number if only its log has it
/// @param operation the name of the VM operation; null if it is not known
/// @param beginNanoTime when the threads were asked to stop
/// @param reachedNanoTime when the last thread had stopped
/// @param endNanoTime when the threads were released
/// @param gcCause the cause of the garbage collection; null if it was none
/// @param lateThreads the threads that had not stopped within some ms, the most likely last one
///   first; empty if they are not known
/// @param source the name of the [dev.takt.runs.model.StallSource] of the times
/// @param errorNanos the maximum error of each time
/// @param evidence additional facts
public record Safepoint(
    long id,
    @Nullable String operation,
    long beginNanoTime,
    long reachedNanoTime,
    long endNanoTime,
    @Nullable String gcCause,
    List<Actor> lateThreads,
    String source,
    long errorNanos,
    Map<String, Object> evidence) {

  /// Copies the collections.
  public Safepoint {
    lateThreads = List.copyOf(lateThreads);
    evidence = Map.copyOf(evidence);
  }

  /// The time from the request to stop until the last thread had stopped.
  public long timeToSafepointNanos() {
    return reachedNanoTime - beginNanoTime;
  }

  /// Its length.
  public long nanos() {
    return endNanoTime - beginNanoTime;
  }

  /// Returns a copy with other late threads and other evidence.
  public Safepoint with(List<Actor> late, Map<String, Object> evidence) {
    return new Safepoint(
        id,
        operation,
        beginNanoTime,
        reachedNanoTime,
        endNanoTime,
        gcCause,
        late,
        source,
        errorNanos,
        evidence);
  }
}
