package dev.takt.watch.jfr;

import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.Stall.Actor;
import dev.takt.runs.StallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Maps safepoints to stalls: one for the whole safepoint, and a second one for its time to
/// safepoint if that was long.
public final class StopStalls {

  /// The shortest time to safepoint that is a stall of its own.
  static final long LONG_TIME_TO_SAFEPOINT_NANOS = 1_000_000;

  private StopStalls() {}

  /// Returns the stalls of one safepoint.
  public static List<Stall> of(Stop stop, Side side) {
    Map<String, Object> evidence = new HashMap<>(stop.evidence());
    if (stop.operation() != null) {
      evidence.put("operation", stop.operation());
    }
    evidence.put("timeToSafepointNanos", stop.timeToSafepointNanos());
    if (!stop.late().isEmpty()) {
      evidence.put("late", stop.late().stream().map(Actor::name).toList());
    }
    Stall whole =
        stall(
            stop,
            side,
            stop.gcCause() != null ? StallKind.GC_PAUSE : StallKind.SAFEPOINT,
            stop.endNanoTime(),
            evidence);
    if (stop.timeToSafepointNanos() < LONG_TIME_TO_SAFEPOINT_NANOS) {
      return List.of(whole);
    }
    return List.of(
        whole, stall(stop, side, StallKind.TIME_TO_SAFEPOINT, stop.reachedNanoTime(), evidence));
  }

  private static Stall stall(
      Stop stop, Side side, StallKind kind, long endNanoTime, Map<String, Object> evidence) {
    Actor culprit =
        kind == StallKind.TIME_TO_SAFEPOINT && !stop.late().isEmpty()
            ? stop.late().getFirst()
            : null;
    String cause = kind == StallKind.GC_PAUSE ? stop.gcCause() : stop.operation();
    return new Stall(
        kind,
        side,
        stop.beginNanoTime(),
        endNanoTime,
        stop.errorNanos(),
        stop.source(),
        null,
        cause,
        culprit,
        stop.id(),
        evidence);
  }
}
