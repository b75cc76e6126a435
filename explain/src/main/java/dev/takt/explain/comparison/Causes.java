package dev.takt.explain.comparison;

import dev.takt.explain.comparison.CauseChange.Sum;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares the recorded stalls of two sides.
final class Causes {

  private Causes() {}

  /// The kinds of stalls recorded on either side; empty if any run was not watched.
  static List<CauseChange> between(RunGroup baseline, RunGroup candidate) {
    if (unwatched(baseline).isPresent() || unwatched(candidate).isPresent()) {
      return List.of();
    }
    List<CauseChange> changes = new ArrayList<>();
    for (Side side : Side.values()) {
      for (StallKind kind : StallKind.values()) {
        Sum a = sum(baseline, side, kind);
        Sum b = sum(candidate, side, kind);
        if ((a != null && a.count() > 0) || (b != null && b.count() > 0)) {
          changes.add(new CauseChange(side, kind, a, b));
        }
      }
    }
    return changes;
  }

  /// The first run of a side that was not watched.
  static Optional<RecordedRun> unwatched(RunGroup group) {
    return group.runs().stream().filter(each -> each.stalls() == null).findFirst();
  }

  private static @Nullable Sum sum(RunGroup group, Side side, StallKind kind) {
    List<Stalls> all =
        group.runs().stream().map(RecordedRun::stalls).filter(Objects::nonNull).toList();
    Sum sum = Sum.NONE;
    boolean observed = false;
    for (Stalls each : all) {
      observed |=
          each.sources().stream()
              .anyMatch(source -> source.side() == side && source.kinds().contains(kind));
      for (Stall stall : each.stalls()) {
        if (stall.side() == side && stall.kind() == kind) {
          sum = sum.plus(stall.nanos());
        }
      }
    }
    return observed || sum.count() > 0 ? sum : null;
  }
}
