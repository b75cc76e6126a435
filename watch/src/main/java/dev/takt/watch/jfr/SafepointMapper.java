package dev.takt.watch.jfr;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.List;

/// Maps safepoints to stalls: one for the whole safepoint, and a second one for its time to
/// safepoint if that was long.
public final class SafepointMapper {

  /// The shortest time to safepoint that is a stall of its own.
  static final long LONG_TIME_TO_SAFEPOINT_NANOS = 1_000_000;

  private SafepointMapper() {}

  /// Returns the stalls of one safepoint.
  public static List<Stall> map(Safepoint safepoint, Side side) {
    List<Actor> late = safepoint.lateThreads();
    Evidence.Safepoint evidence = safepoint.evidence();
    if (!late.isEmpty()) {
      evidence =
          evidence.with(evidence.threads().withLate(late.stream().map(Actor::name).toList()));
    }
    boolean isGc = safepoint.gcCause() != null;
    Stall whole =
        Stall.of(isGc ? StallKind.GC_PAUSE : StallKind.SAFEPOINT, side, safepoint.interval())
            .withCause(isGc ? safepoint.gcCause() : safepoint.operation())
            .withStop(safepoint.id())
            .withEvidence(evidence);
    if (safepoint.timeToSafepointNanos() < LONG_TIME_TO_SAFEPOINT_NANOS) {
      return List.of(whole);
    }
    Stall reaching =
        whole
            .withKind(StallKind.TIME_TO_SAFEPOINT)
            .withInterval(safepoint.interval().withEnd(safepoint.reachedNanoTime()))
            .withCause(safepoint.operation())
            .withCulprit(late.isEmpty() ? null : late.getFirst());
    return List.of(whole, reaching);
  }
}
