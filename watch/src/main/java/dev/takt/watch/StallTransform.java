package dev.takt.watch;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/// Rewrites stalls by means of other stalls of the same side.
final class StallTransform {

  private StallTransform() {}

  /// Applies a function to each stall, together with the matching stalls of its side. Returns the
  /// list itself if no stall matches.
  ///
  /// @param isInput whether a stall is an input of the function
  /// @param rewrite makes the new stall of a stall and the matching stalls of its side
  static List<Stall> apply(
      List<Stall> stalls, Predicate<Stall> isInput, BiFunction<Stall, List<Stall>, Stall> rewrite) {
    Map<Side, List<Stall>> inputs = new HashMap<>();
    for (Stall each : stalls) {
      if (isInput.test(each)) {
        inputs.computeIfAbsent(each.side(), _ -> new ArrayList<>()).add(each);
      }
    }
    return inputs.isEmpty()
        ? stalls
        : stalls.stream()
            .map(each -> rewrite.apply(each, inputs.getOrDefault(each.side(), List.of())))
            .toList();
  }
}
