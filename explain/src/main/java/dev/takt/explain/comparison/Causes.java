package dev.takt.explain.comparison;

import dev.takt.explain.comparison.CauseChange.Sum;
import dev.takt.runs.model.Baseline.Observed;
import dev.takt.runs.model.Baseline.StallSum;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
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
    return group.runs().stream().filter(each -> each.observed() == null).findFirst();
  }

  private static @Nullable Sum sum(RunGroup group, Side side, StallKind kind) {
    Sum sum = null;
    for (RecordedRun run : group.runs()) {
      Observed observed = run.observed();
      for (StallSum each : observed == null ? List.<StallSum>of() : observed.stalls()) {
        if (each.side() == side && each.kind() == kind) {
          sum = (sum == null ? Sum.NONE : sum).plus(each);
        }
      }
    }
    return sum;
  }

  /// The stalls of each kind that was observed or occurred.
  static Observed sums(Stalls all) {
    List<StallSum> sums = new ArrayList<>();
    for (Side side : Side.values()) {
      for (StallKind kind : StallKind.values()) {
        boolean isObserved =
            all.sources().stream()
                .anyMatch(source -> source.side() == side && source.kinds().contains(kind));
        LongSummaryStatistics nanos =
            all.stalls().stream()
                .filter(each -> each.side() == side && each.kind() == kind)
                .mapToLong(Stall::nanos)
                .summaryStatistics();
        if (isObserved || nanos.getCount() > 0) {
          long longest = Math.max(0, nanos.getMax());
          sums.add(new StallSum(side, kind, nanos.getCount(), nanos.getSum(), longest));
        }
      }
    }
    return new Observed(all.host(), sums);
  }
}
