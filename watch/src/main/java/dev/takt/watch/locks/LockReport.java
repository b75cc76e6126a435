package dev.takt.watch.locks;

import dev.takt.runs.model.Contention;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Aggregates waits, however short, to a contention report by lock. Not thread-safe.
///
/// Locks that were created at the same place share an entry, if that place is known. Otherwise each
/// lock has an entry of its own. JFR identifies a lock of `java.util.concurrent` by its address,
/// which changes when a garbage collector moves it. So two such locks are taken for one if they
/// have the same class and the same place of waiting, but never had waits at the same time.
final class LockReport {

  private static final int MAX_NAMES = 8;

  private final Side side;
  private final Map<Object, Entry> entries = new HashMap<>();

  LockReport(Side side) {
    this.side = side;
  }

  /// Adds a wait.
  void add(Wait wait, LockHolders holders) {
    entries.computeIfAbsent(key(wait), _ -> new Entry(wait)).add(wait, holders);
  }

  private static Object key(Wait wait) {
    LockId lock = wait.lock();
    if (wait.createdAt() != null) {
      return List.of(lock.type(), wait.createdAt());
    }
    return lock.mark() != null
        ? lock
        : List.of(lock.type(), Objects.requireNonNullElse(wait.where(), ""));
  }

  /// The locks, ordered by their total wait time, the longest first.
  List<Contention> contentions() {
    List<Entry> locks = new ArrayList<>();
    Map<List<String>, List<Entry>> moved = new HashMap<>();
    for (Entry each :
        entries.values().stream().sorted(Comparator.comparingLong(e -> e.begin)).toList()) {
      if (!each.canMove()) {
        locks.add(each);
        continue;
      }
      List<Entry> alike =
          moved.computeIfAbsent(List.of(each.lock.type(), each.where()), _ -> new ArrayList<>());
      alike.stream()
          .filter(earlier -> each.begin - earlier.end >= 0)
          .findFirst()
          .ifPresentOrElse(earlier -> earlier.add(each), () -> alike.add(each));
    }
    moved.values().forEach(locks::addAll);
    return locks.stream()
        .sorted(Comparator.comparingLong((Entry each) -> each.total).reversed())
        .map(each -> each.contention(side))
        .toList();
  }

  /// The sums of one lock.
  private static final class Entry {

    private final LockId lock;
    private final @Nullable String createdAt;
    private final Set<LockId> instances = new HashSet<>();
    private final Map<String, Long> waiters = new HashMap<>();
    private final Map<String, Long> owners = new HashMap<>();
    private final Map<String, Long> places = new HashMap<>();
    private long begin;
    private long end;
    private long waits;
    private long total;
    private long longest;

    Entry(Wait first) {
      lock = first.lock();
      createdAt = first.createdAt();
      begin = first.begin();
      end = first.end();
    }

    void add(Wait wait, LockHolders holders) {
      instances.add(wait.lock());
      begin = Math.min(begin, wait.begin());
      end = Math.max(end, wait.end());
      waits++;
      total += wait.nanos();
      longest = Math.max(longest, wait.nanos());
      waiters.merge(wait.thread().name(), wait.nanos(), Long::sum);
      holders.nanos().forEach((who, nanos) -> owners.merge(who.name(), nanos, Long::sum));
      if (wait.where() != null) {
        places.merge(wait.where(), 1L, Long::sum);
      }
    }

    void add(Entry later) {
      instances.addAll(later.instances);
      begin = Math.min(begin, later.begin);
      end = Math.max(end, later.end);
      waits += later.waits;
      total += later.total;
      longest = Math.max(longest, later.longest);
      later.waiters.forEach((name, nanos) -> waiters.merge(name, nanos, Long::sum));
      later.owners.forEach((name, nanos) -> owners.merge(name, nanos, Long::sum));
      later.places.forEach((place, count) -> places.merge(place, count, Long::sum));
    }

    boolean canMove() {
      return createdAt == null
          && lock.kind() == StallKind.LOCK_WAIT
          && lock.mark() != null
          && lock.mark().startsWith("@");
    }

    String where() {
      return top(places, 1).stream().findFirst().orElse("");
    }

    Contention contention(Side side) {
      String where = where();
      return new Contention(
          side,
          lock.kind(),
          name(),
          new Contention.Waits(waits, total, longest),
          top(waiters, MAX_NAMES),
          top(owners, MAX_NAMES),
          where.isEmpty() ? null : where,
          createdAt);
    }

    private String name() {
      if (instances.size() == 1) {
        return lock.text();
      }
      return createdAt == null
          ? lock.text() + " (moved by the GC)"
          : lock.type() + " (" + instances.size() + " created there)";
    }

    private static List<String> top(Map<String, Long> amounts, int most) {
      return amounts.entrySet().stream()
          .sorted(
              Map.Entry.<String, Long>comparingByValue()
                  .reversed()
                  .thenComparing(Map.Entry.comparingByKey()))
          .limit(most)
          .map(Map.Entry::getKey)
          .toList();
    }
  }
}
