package dev.takt.explain.comparison;

import dev.takt.explain.comparison.CauseChange.Sum;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
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
    return group.runs().stream().filter(each -> each.content().stalls() == null).findFirst();
  }

  private static @Nullable Sum sum(RunGroup group, Side side, StallKind kind) {
    Sum sum = null;
    for (RecordedRun run : group.runs()) {
      Map<String, Map<String, List<Long>>> stalls = run.content().stalls();
      List<Long> more =
          stalls == null
              ? null
              : stalls.getOrDefault(side.lowerCase(), Map.of()).get(kind.lowerCase());
      if (more != null) {
        sum = (sum == null ? Sum.NONE : sum).plus(more);
      }
    }
    return sum;
  }

  /// The stalls of each kind that was observed or occurred, as a baseline file has them.
  static Map<String, Map<String, List<Long>>> sums(Stalls all) {
    Map<String, Map<String, List<Long>>> sums = new LinkedHashMap<>();
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
          sums.computeIfAbsent(side.lowerCase(), _ -> new LinkedHashMap<>())
              .put(
                  kind.lowerCase(),
                  nanos.getCount() == 0
                      ? List.of()
                      : List.of(nanos.getCount(), nanos.getSum(), Math.max(0, nanos.getMax())));
        }
      }
    }
    return sums;
  }
}
