package dev.takt.watch.jfr;

import dev.takt.runs.Stall.Actor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One stop of all Java threads of a JVM.
///
/// @param id unique for the JVM: its safepointId, or a negative number where only its log tells
/// @param operation what the JVM did meanwhile, as it calls it; null if that is not known
/// @param beginNanoTime when the threads were asked to stand
/// @param reachedNanoTime when the last one did
/// @param endNanoTime when they could go on
/// @param gcCause why memory was collected; null if it was not
/// @param late who had not stood when others had waited for some ms, the likeliest to be the last
///   first; empty if that is not known
/// @param source the name of the [dev.takt.runs.StallSource] that has the moments
/// @param errorNanos how far each of them can be from the truth
/// @param evidence what else is known
public record Stop(
    long id,
    @Nullable String operation,
    long beginNanoTime,
    long reachedNanoTime,
    long endNanoTime,
    @Nullable String gcCause,
    List<Actor> late,
    String source,
    long errorNanos,
    Map<String, Object> evidence) {

  /// Takes copies.
  public Stop {
    late = List.copyOf(late);
    evidence = Map.copyOf(evidence);
  }

  /// How long the threads that stood first waited for the last one.
  public long timeToSafepointNanos() {
    return reachedNanoTime - beginNanoTime;
  }

  /// How long it was.
  public long nanos() {
    return endNanoTime - beginNanoTime;
  }

  /// The same with those who stood last, and other evidence.
  public Stop with(List<Actor> late, Map<String, Object> evidence) {
    return new Stop(
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
