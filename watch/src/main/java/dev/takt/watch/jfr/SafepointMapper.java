package dev.takt.watch.jfr;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Maps safepoints to stalls: one for the whole safepoint, and a second one for its time to
/// safepoint if that was long.
public final class SafepointMapper {

  /// The shortest time to safepoint that is a stall of its own.
  static final long LONG_TIME_TO_SAFEPOINT_NANOS = 1_000_000;

  private SafepointMapper() {}

  /// Returns the stalls of one safepoint.
  public static List<Stall> map(Safepoint safepoint, Side side) {
    Map<String, Object> evidence = new HashMap<>(safepoint.evidence());
    if (safepoint.operation() != null) {
      evidence.put("operation", safepoint.operation());
    }
    evidence.put("timeToSafepointNanos", safepoint.timeToSafepointNanos());
    if (!safepoint.lateThreads().isEmpty()) {
      evidence.put("late", safepoint.lateThreads().stream().map(Actor::name).toList());
    }
    Stall whole =
        stall(
            safepoint,
            side,
            safepoint.gcCause() != null ? StallKind.GC_PAUSE : StallKind.SAFEPOINT,
            safepoint.endNanoTime(),
            evidence);
    if (safepoint.timeToSafepointNanos() < LONG_TIME_TO_SAFEPOINT_NANOS) {
      return List.of(whole);
    }
    return List.of(
        whole,
        stall(safepoint, side, StallKind.TIME_TO_SAFEPOINT, safepoint.reachedNanoTime(), evidence));
  }

  private static Stall stall(
      Safepoint safepoint,
      Side side,
      StallKind kind,
      long endNanoTime,
      Map<String, Object> evidence) {
    Actor culprit =
        kind == StallKind.TIME_TO_SAFEPOINT && !safepoint.lateThreads().isEmpty()
            ? safepoint.lateThreads().getFirst()
            : null;
    String cause = kind == StallKind.GC_PAUSE ? safepoint.gcCause() : safepoint.operation();
    return new Stall(
        kind,
        side,
        safepoint.beginNanoTime(),
        endNanoTime,
        safepoint.errorNanos(),
        safepoint.source(),
        null,
        cause,
        culprit,
        safepoint.id(),
        evidence);
  }
}
