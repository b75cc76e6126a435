package dev.takt.watch;

import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/// Tells stalls anew by what others of the same side say of them.
final class StallsBySide {

  private StallsBySide() {}

  /// The same stalls, each as it is told in the light of some; these very ones where there are none
  /// of those.
  ///
  /// @param says whether a stall says something of others
  /// @param told a stall, with all of its side that say something, as it is to be told
  static List<Stall> told(
      List<Stall> stalls, Predicate<Stall> says, BiFunction<Stall, List<Stall>, Stall> told) {
    Map<Side, List<Stall>> saying = new HashMap<>();
    for (Stall each : stalls) {
      if (says.test(each)) {
        saying.computeIfAbsent(each.side(), _ -> new ArrayList<>()).add(each);
      }
    }
    return saying.isEmpty()
        ? stalls
        : stalls.stream()
            .map(each -> told.apply(each, saying.getOrDefault(each.side(), List.of())))
            .toList();
  }
}
