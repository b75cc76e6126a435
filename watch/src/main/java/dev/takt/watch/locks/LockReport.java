package dev.takt.watch.locks;

import dev.takt.runs.model.Contention;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.locks.Wait.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Aggregates waits, however short, to a contention report with an entry for each lock. Not
/// thread-safe.
///
/// If more than [#MAX_PER_SITE] locks were created at the same place, they share an entry: it is
/// the place that matters then.
final class LockReport {

  /// The maximum number of locks that were created at one place and have an entry each.
  static final int MAX_PER_SITE = 8;

  private static final int MAX_NAMES = 8;

  /// Its locks are not remembered: there are many, and they are not contended.
  private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker";

  /// The classes of the JDK that never record an owner. The others have none while only readers
  /// hold the lock, or while a thread is just getting it.
  private static final Set<String> WITHOUT_OWNER =
      Set.of(
          "java.util.concurrent.CountDownLatch",
          "java.util.concurrent.Semaphore",
          "java.util.concurrent.locks.StampedLock");

  private final Side side;
  private final String whyNoAgent;
  private final List<Entry> entries = new ArrayList<>();

  /// @param whyNoAgent why the agent did not record a wait
  LockReport(Side side, String whyNoAgent) {
    this.side = side;
    this.whyNoAgent = whyNoAgent;
  }

  /// Adds a lock. It is in the report if it gets waits.
  Entry add(IdentifiedLock lock) {
    Entry entry = new Entry(lock.id(), lock.doubt());
    entries.add(entry);
    return entry;
  }

  /// The locks, ordered by their total wait time, the longest first.
  List<Contention> contentions() {
    List<Entry> rows = new ArrayList<>();
    Map<List<String>, List<Entry>> sites = new LinkedHashMap<>();
    for (Entry each : entries) {
      if (each.waits > 0) {
        String site = each.createdAt;
        if (site == null) {
          rows.add(each);
        } else {
          sites.computeIfAbsent(List.of(each.lock.type(), site), _ -> new ArrayList<>()).add(each);
        }
      }
    }
    for (List<Entry> alike : sites.values()) {
      if (alike.size() > MAX_PER_SITE) {
        Entry first = alike.getFirst();
        alike.subList(1, alike.size()).forEach(first::add);
        rows.add(first);
      } else {
        rows.addAll(alike);
      }
    }
    return rows.stream()
        .sorted(Comparator.comparingLong((Entry each) -> each.total).reversed())
        .map(this::contention)
        .toList();
  }

  private Contention contention(Entry lock) {
    String where = top(lock.places, 1).stream().findFirst().orElse(null);
    return new Contention(
        side,
        lock.lock.kind(),
        lock.name(),
        new Contention.Waits(lock.waits, lock.total, lock.longest),
        top(lock.waiters, MAX_NAMES),
        top(lock.owners, MAX_NAMES),
        where,
        new Contention.Identity(
            lock.createdAt, originUnknown(lock), holderUnknown(lock), lock.doubt));
  }

  /// Why the place where it was created is not known; null if it is.
  private @Nullable String originUnknown(Entry lock) {
    if (lock.createdAt != null) {
      return null;
    }
    if (lock.lock.kind() == StallKind.MONITOR_WAIT) {
      return "not recorded of monitors";
    }
    if (!lock.hasAgentEvent) {
      return whyNoAgent;
    }
    return lock.lock.type().equals(WORKER)
        ? "not recorded of the workers of thread pools"
        : "made before the watch began";
  }

  /// Why no holder is known; null if one is.
  private @Nullable String holderUnknown(Entry lock) {
    if (!lock.owners.isEmpty()) {
      return null;
    }
    if (lock.lock.kind() == StallKind.MONITOR_WAIT) {
      return "the JVM recorded no previous owner";
    }
    if (!lock.hasAgentEvent) {
      return whyNoAgent;
    }
    return WITHOUT_OWNER.contains(lock.lock.type())
        ? "its class records no owner"
        : "no owner was recorded when the waits began";
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

  /// The sums of one lock.
  static final class Entry {

    private final LockId lock;
    private final Map<String, Long> waiters = new HashMap<>();
    private final Map<String, Long> owners = new HashMap<>();
    private final Map<String, Long> places = new HashMap<>();
    private @Nullable String doubt;
    private @Nullable String createdAt;
    private boolean hasAgentEvent;
    private int locks = 1;
    private long waits;
    private long total;
    private long longest;

    private Entry(LockId lock, @Nullable String doubt) {
      this.lock = lock;
      this.doubt = doubt;
    }

    void add(Wait wait, LockHolders holders) {
      if (wait.createdAt() != null) {
        createdAt = wait.createdAt();
      }
      hasAgentEvent |= wait.source() == Source.AGENT;
      waits++;
      total += wait.nanos();
      longest = Math.max(longest, wait.nanos());
      waiters.merge(wait.thread().name(), wait.nanos(), Long::sum);
      holders.nanos().forEach((who, nanos) -> owners.merge(who.name(), nanos, Long::sum));
      if (wait.where() != null) {
        places.merge(wait.where(), 1L, Long::sum);
      }
    }

    private void add(Entry other) {
      if (other.doubt != null) {
        doubt = doubt == null ? other.doubt : doubt + "; " + other.doubt;
      }
      locks += other.locks;
      waits += other.waits;
      total += other.total;
      longest = Math.max(longest, other.longest);
      other.waiters.forEach((name, nanos) -> waiters.merge(name, nanos, Long::sum));
      other.owners.forEach((name, nanos) -> owners.merge(name, nanos, Long::sum));
      other.places.forEach((place, count) -> places.merge(place, count, Long::sum));
    }

    private String name() {
      return locks == 1 ? lock.text() : lock.type() + " (" + locks + " created there)";
    }
  }
}
