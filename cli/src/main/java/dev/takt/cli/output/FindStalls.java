package dev.takt.cli.output;

import dev.takt.load.text.Units;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import dev.takt.runs.Stalls;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The kinds of stalls that took longest in a run that failed, in a line each.
public final class FindStalls {

  private static final int MOST = 3;

  /// Stalls of one kind on one side.
  private record Kind(Side side, StallKind kind) {}

  private FindStalls() {}

  /// The lines, each with a line break; that nothing was seen, if nothing was.
  public static String render(Stalls stalls) {
    Map<Kind, List<Stall>> kinds =
        stalls.stalls().stream()
            .collect(Collectors.groupingBy(each -> new Kind(each.side(), each.kind())));
    if (kinds.isEmpty()) {
      return Prose.point("no stall was seen meanwhile") + "\n";
    }
    return kinds.entrySet().stream()
        .sorted(
            Comparator.comparingLong((Map.Entry<Kind, List<Stall>> each) -> -total(each.getValue()))
                .thenComparing(each -> each.getKey().toString()))
        .limit(MOST)
        .map(each -> Prose.point(line(each.getKey(), each.getValue())) + "\n")
        .collect(Collectors.joining());
  }

  private static long total(List<Stall> stalls) {
    return stalls.stream().mapToLong(Stall::nanos).sum();
  }

  private static String line(Kind kind, List<Stall> stalls) {
    long longest = stalls.stream().mapToLong(Stall::nanos).max().orElse(0);
    return "%s %s: %s, %s altogether, longest %s"
        .formatted(
            kind.side().lowerCase(),
            StallTable.words(kind.kind()),
            Units.count(stalls.size()),
            Units.time(total(stalls)),
            Units.time(longest));
  }
}
