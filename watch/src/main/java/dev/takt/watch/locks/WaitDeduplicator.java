package dev.takt.watch.locks;

import dev.takt.watch.locks.Wait.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Merges the events of the same wait. A thread waits for one lock at a time, so overlapping events
/// of one thread are the same wait. The agent's event takes precedence over a method trace, and
/// that over a park.
///
/// A thread that was woken but did not get the lock parks again. So parks of one thread at one
/// place with almost no time between them are one wait.
final class WaitDeduplicator {

  /// The maximum time between two parks of one wait: the thread tries to get the lock.
  private static final long RETRY_NANOS = 100_000;

  private static final Comparator<Wait> BEST_FIRST =
      Comparator.comparing(Wait::source).thenComparing(Wait.BY_BEGIN);

  private WaitDeduplicator() {}

  /// Returns the waits of these events.
  ///
  /// @param parks receives, by the agent's events, the last park in each: it has the lock's address
  static List<Wait> deduplicate(List<Wait> events, IdentityHashMap<Wait, Wait> parks) {
    Map<Long, List<Wait>> threads = new HashMap<>();
    for (Wait each : events) {
      threads.computeIfAbsent(each.thread().id(), _ -> new ArrayList<>()).add(each);
    }
    List<Wait> waits = new ArrayList<>(events.size());
    for (List<Wait> thread : threads.values()) {
      thread.sort(Wait.BY_BEGIN);
      List<Wait> together = new ArrayList<>();
      long end = Long.MIN_VALUE;
      for (Wait each : mergeParks(thread)) {
        if (!together.isEmpty() && each.begin() - end >= 0) {
          waits.add(best(together, parks));
          together.clear();
        }
        end = together.isEmpty() || each.end() - end > 0 ? each.end() : end;
        together.add(each);
      }
      if (!together.isEmpty()) {
        waits.add(best(together, parks));
      }
    }
    return waits;
  }

  /// Merges the parks of one wait.
  private static List<Wait> mergeParks(List<Wait> thread) {
    List<Wait> joined = new ArrayList<>(thread.size());
    int lastPark = -1;
    for (Wait each : thread) {
      if (each.source() == Source.PARK && lastPark >= 0 && isRetry(joined.get(lastPark), each)) {
        joined.set(lastPark, joined.get(lastPark).extendedTo(each));
        continue;
      }
      if (each.source() == Source.PARK) {
        lastPark = joined.size();
      }
      joined.add(each);
    }
    return joined;
  }

  private static boolean isRetry(Wait first, Wait second) {
    return second.begin() - first.end() <= RETRY_NANOS
        && first.lock().equals(second.lock())
        && Objects.equals(first.where(), second.where());
  }

  /// The best of overlapping events. A method trace does not know the lock, but a park within it
  /// does.
  private static Wait best(List<Wait> together, IdentityHashMap<Wait, Wait> parks) {
    Wait best = together.stream().min(BEST_FIRST).orElseThrow();
    if (best.source() == Source.AGENT) {
      together.stream()
          .filter(each -> each.source() == Source.PARK && each.end() - best.end() <= 0)
          .max(Wait.BY_END)
          .ifPresent(park -> parks.put(best, park));
    }
    if (best.source() != Source.TRACE) {
      return best;
    }
    return together.stream()
        .filter(each -> each.source() == Source.PARK)
        .findFirst()
        .map(best::withLockOf)
        .orElse(best);
  }
}
