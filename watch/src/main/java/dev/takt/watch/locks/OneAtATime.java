package dev.takt.watch.locks;

import dev.takt.watch.locks.Wait.Seen;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Tells each wait once, though several events tell of it: a thread waits for one lock at a time,
/// so events that overlap on one thread are of one wait. What the agent saw goes before a trace,
/// and that before a park.
///
/// A thread that was woken and found the lock taken parks again; parks of one thread at one place
/// with next to nothing between them are one wait.
final class OneAtATime {

  /// How long a thread that was woken looks at the lock before it parks again.
  private static final long RETRY_NANOS = 100_000;

  private static final Comparator<Wait> BEST_FIRST =
      Comparator.comparing(Wait::seen).thenComparing(Wait.BY_BEGIN);

  private OneAtATime() {}

  /// The waits of which these events tell.
  static List<Wait> of(List<Wait> events) {
    Map<Long, List<Wait>> threads = new HashMap<>();
    for (Wait each : events) {
      threads.computeIfAbsent(each.who().id(), _ -> new ArrayList<>()).add(each);
    }
    List<Wait> waits = new ArrayList<>(events.size());
    for (List<Wait> thread : threads.values()) {
      thread.sort(Wait.BY_BEGIN);
      List<Wait> together = new ArrayList<>();
      long end = Long.MIN_VALUE;
      for (Wait each : joined(thread)) {
        if (!together.isEmpty() && each.begin() - end >= 0) {
          waits.add(best(together));
          together.clear();
        }
        end = together.isEmpty() || each.end() - end > 0 ? each.end() : end;
        together.add(each);
      }
      if (!together.isEmpty()) {
        waits.add(best(together));
      }
    }
    return waits;
  }

  /// Parks that belong together, as one.
  private static List<Wait> joined(List<Wait> thread) {
    List<Wait> joined = new ArrayList<>(thread.size());
    int lastPark = -1;
    for (Wait each : thread) {
      if (each.seen() == Seen.PARK && lastPark >= 0 && again(joined.get(lastPark), each)) {
        joined.set(lastPark, joined.get(lastPark).until(each));
        continue;
      }
      if (each.seen() == Seen.PARK) {
        lastPark = joined.size();
      }
      joined.add(each);
    }
    return joined;
  }

  private static boolean again(Wait first, Wait second) {
    return second.begin() - first.end() <= RETRY_NANOS
        && first.lock().equals(second.lock())
        && Objects.equals(first.where(), second.where());
  }

  /// The best of some that overlap; a trace does not know the lock, but a park within it does.
  private static Wait best(List<Wait> together) {
    Wait best = together.stream().min(BEST_FIRST).orElseThrow();
    if (best.seen() != Seen.TRACE) {
      return best;
    }
    return together.stream()
        .filter(each -> each.seen() == Seen.PARK)
        .findFirst()
        .map(best::of)
        .orElse(best);
  }
}
