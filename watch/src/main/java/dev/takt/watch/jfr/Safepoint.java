package dev.takt.watch.jfr;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A safepoint: all Java threads of a JVM are stopped. Times are on the run's monotonic clock.
///
/// @param id unique in the JVM: its safepointId, or a negative number if only its log has it
/// @param interval from when the threads were asked to stop until they were released
/// @param gcCause the cause of the garbage collection; null if it was none
/// @param lateThreads the threads that had not stopped within some ms, the most likely last one
///   first; empty if they are not known
/// @param evidence its VM operation, when the last thread had stopped, and additional facts
public record Safepoint(
    long id,
    Stall.Interval interval,
    @Nullable String gcCause,
    List<Actor> lateThreads,
    Evidence.Safepoint evidence) {

  /// Copies the threads.
  public Safepoint {
    lateThreads = List.copyOf(lateThreads);
  }

  /// The name of the VM operation; null if it is not known.
  public @Nullable String operation() {
    return evidence.operation();
  }

  /// When the threads were asked to stop.
  public long beginNanoTime() {
    return interval.beginNanoTime();
  }

  /// When the last thread had stopped.
  public long reachedNanoTime() {
    return beginNanoTime() + timeToSafepointNanos();
  }

  /// When the threads were released.
  public long endNanoTime() {
    return interval.endNanoTime();
  }

  /// The name of the [dev.takt.runs.model.StallSource] of the times.
  public String source() {
    return interval.source();
  }

  /// The time from the request to stop until the last thread had stopped.
  public long timeToSafepointNanos() {
    return evidence.timeToSafepointNanos();
  }

  /// Its length.
  public long nanos() {
    return endNanoTime() - beginNanoTime();
  }

  /// Returns a copy with a garbage collection.
  Safepoint with(String cause, Evidence.GcPause pause) {
    return new Safepoint(id, interval, cause, lateThreads, evidence.with(pause));
  }

  /// Returns a copy with other late threads and other evidence.
  public Safepoint with(List<Actor> late, Evidence.Safepoint observed) {
    return new Safepoint(id, interval, gcCause, late, observed);
  }
}
