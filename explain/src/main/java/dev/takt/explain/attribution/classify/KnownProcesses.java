package dev.takt.explain.attribution.classify;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The process ids of the target and the generator. Immutable.
///
/// @param pids the ids of the processes whose threads were stalled
public record KnownProcesses(Set<Long> pids) {

  public static KnownProcesses of(List<Stall> stalls) {
    Set<Long> pids = new HashSet<>();
    for (Stall each : stalls) {
      Stall.Actor thread = each.thread();
      if (each.side() != Side.HOST && thread != null && thread.pid() != null) {
        pids.add(thread.pid());
      }
    }
    return new KnownProcesses(Set.copyOf(pids));
  }

  /// Whether a stall can be a mere consequence of another: a wait for a CPU that the target or the
  /// generator itself used, or a hiccup, whose reason is unknown. If another process had the CPU,
  /// the wait is a cause of its own.
  public boolean isContention(Stall stall) {
    if (stall.kind() == StallKind.HICCUP) {
      return true;
    }
    Stall.Actor culprit = stall.culprit();
    return stall.kind() == StallKind.RUN_QUEUE
        && culprit != null
        && culprit.pid() != null
        && pids.contains(culprit.pid());
  }
}
