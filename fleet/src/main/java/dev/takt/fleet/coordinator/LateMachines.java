package dev.takt.fleet.coordinator;

import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which machines the live figures lack, as lines for people. Not thread-safe.
final class LateMachines {

  /// A machine that is late again and again is named so often.
  private static final int MAX_TIMES = 5;

  private final Set<String> late = new HashSet<>();
  private final Map<String, Integer> times = new HashMap<>();
  private long newestNanos;

  /// The lines about intervals that are shown now.
  List<String> changes(List<LiveInterval> intervals) {
    List<String> lines = new ArrayList<>();
    for (LiveInterval each : intervals) {
      if (each.endNanos() <= newestNanos) {
        continue; // what was missing
      }
      newestNanos = each.endNanos();
      each.late().stream().filter(late::add).forEach(name -> began(name, each, lines));
      each.machines().stream()
          .filter(late::remove)
          .forEach(name -> {
            if (times.getOrDefault(name, 0) <= MAX_TIMES) {
              lines.add(name + " is in the live figures again");
            }
          });
    }
    return lines;
  }

  private void began(String name, LiveInterval first, List<String> lines) {
    int before = times.merge(name, 1, Integer::sum);
    if (before <= MAX_TIMES) {
      lines.add(
          EnglishText.format(
              "%s is late: the live figures from %.1f s on are without it, for now%s",
              name,
              (first.endNanos() - first.nanos()) / 1e9,
              before == MAX_TIMES ? "; not said again" : ""));
    }
  }
}
