package dev.takt.runs.clock;

import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Constraints on the offset of a clock, whose rate differs from ours by at most a limit. Each of
/// them bounds the offset at all moments, the less the further away they are.
///
/// Memory is bounded: of many constraints, those that bound the offset most are kept. Bounds become
/// wider by that, never wrong.
///
/// Not thread-safe.
final class Constraints {

  private static final long REACH_NANOS = OffsetBounds.REACH_NANOS;
  private static final long FIRST_BUCKET_NANOS = 1_000_000_000L;

  private final long limitPpm;
  private final int maxKept;

  /// Constraints by the moment of the upper bound divided by [#bucketNanos].
  private final TreeMap<Long, List<Constraint>> buckets = new TreeMap<>();

  /// The first and the last bucket of each contradiction.
  private final TreeMap<Long, Long> contradictions = new TreeMap<>();

  private long bucketNanos = FIRST_BUCKET_NANOS;
  private int kept;
  private long first;
  private long last;

  Constraints(int limitPpm, int maxKept) {
    this.limitPpm = limitPpm;
    this.maxKept = maxKept;
  }

  void add(Constraint added) {
    first = kept == 0 ? added.maxNanos() : Math.min(first, added.maxNanos());
    last = kept == 0 ? added.minNanos() : Math.max(last, added.minNanos());
    buckets.computeIfAbsent(key(added.maxNanos()), _ -> new ArrayList<>()).add(added);
    kept++;
    compare(added);
    if (kept > maxKept) {
      thinOut();
    }
  }

  void clear() {
    buckets.clear();
    contradictions.clear();
    kept = 0;
  }

  /// The number of constraints that are kept.
  int size() {
    return kept;
  }

  /// One of the earliest bucket.
  Constraint first() {
    return buckets.firstEntry().getValue().getFirst();
  }

  /// A constraint of about the time of a moment of our clock; the first one if there is none
  /// before.
  Constraint nearest(long ourNanos) {
    var before = buckets.floorEntry(key(ourNanos));
    return (before == null ? buckets.firstEntry() : before).getValue().getFirst();
  }

  private long key(long ourNanos) {
    return Math.floorDiv(ourNanos, bucketNanos);
  }

  boolean isInReach(long ourNanos) {
    return kept > 0 && ourNanos - first >= -REACH_NANOS && ourNanos - last <= REACH_NANOS;
  }

  /// The constraints within reach of a moment, or the nearest ones where there is none before it or
  /// none after it.
  private SortedMap<Long, List<Constraint>> around(long ourNanos) {
    Long before = buckets.floorKey(key(ourNanos));
    Long after = buckets.ceilingKey(key(ourNanos));
    long from = key(ourNanos - REACH_NANOS);
    long to = key(ourNanos + REACH_NANOS);
    return buckets.subMap(
        before == null ? from : Math.min(from, before),
        true,
        after == null ? to : Math.max(to, after),
        true);
  }

  /// The offsets that are possible at a moment; null if they are not known.
  @Nullable Interval interval(long ourNanos) {
    return isInReach(ourNanos)
        ? interval(
            ourNanos, around(ourNanos).firstEntry().getValue().getFirst().maxAhead(), _ -> true)
        : null;
  }

  /// The same, relative to another offset.
  ///
  /// @param which the constraints that are used
  @Nullable Interval interval(long ourNanos, long base, Predicate<Constraint> which) {
    if (!isInReach(ourNanos)) {
      return null;
    }
    SortedMap<Long, List<Constraint>> used = around(ourNanos);
    if (isContradicted(used.firstKey(), used.lastKey())) {
      return null;
    }
    Interval interval = interval(used.values(), ourNanos, base, which);
    return interval.isEmpty() ? null : interval;
  }

  private Interval interval(
      Collection<List<Constraint>> used, long ourNanos, long base, Predicate<Constraint> which) {
    long max = Long.MAX_VALUE;
    long min = Long.MIN_VALUE;
    for (List<Constraint> bucket : used) {
      for (Constraint e : bucket) {
        if (which.test(e)) {
          max = Math.min(max, max(e, ourNanos, base));
          min = Math.max(min, min(e, ourNanos, base));
        }
      }
    }
    return new Interval(base, min, max);
  }

  /// The middle of the mean rates that are possible within reach.
  double ppm(long ourNanos, long base) {
    Collection<List<Constraint>> used = around(ourNanos).values();
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (List<Constraint> bucket : used) {
      for (Constraint e : bucket) {
        begin = Math.min(begin, e.maxNanos() - ourNanos);
        end = Math.max(end, e.maxNanos() - ourNanos);
      }
    }
    begin = Math.max(begin, -REACH_NANOS);
    end = Math.min(end, REACH_NANOS);
    if (end <= begin) {
      return 0;
    }
    Interval atBegin = interval(used, ourNanos + begin, base, _ -> true);
    Interval atEnd = interval(used, ourNanos + end, base, _ -> true);
    double length = (double) (end - begin);
    double max = Math.min((double) limitPpm, (double) (atEnd.max() - atBegin.min()) / length * 1e6);
    double min =
        Math.max((double) -limitPpm, (double) (atEnd.min() - atBegin.max()) / length * 1e6);
    return (min + max) / 2;
  }

  /// Whether the upper bound of one is below the lower bound of the other.
  private boolean contradict(Constraint a, Constraint b) {
    return a.maxAhead() - b.minAhead() + allowance(a.maxNanos() - b.minNanos()) < 0
        || b.maxAhead() - a.minAhead() + allowance(b.maxNanos() - a.minNanos()) < 0;
  }

  private long max(Constraint constraint, long ourNanos, long base) {
    return constraint.maxAhead() - base + allowance(ourNanos - constraint.maxNanos());
  }

  private long min(Constraint constraint, long ourNanos, long base) {
    return constraint.minAhead() - base - allowance(ourNanos - constraint.minNanos());
  }

  /// The most that the offset changes within a length of time, rounded up.
  long allowance(long nanos) {
    long length = Math.abs(nanos);
    return length / 1_000_000 * limitPpm + length % 1_000_000 * limitPpm / 1_000_000 + 1;
  }

  private void compare(Constraint constraint) {
    long begin = key(constraint.maxNanos());
    long end = key(constraint.minNanos());
    near(constraint)
        .forEach((other, bucket) -> {
          if (contradict(bucket, constraint)) {
            addContradiction(Math.min(begin, other), Math.max(end, other));
          }
        });
  }

  /// One of these constraints that contradicts another one.
  ///
  /// @param which those that can be compared with it
  Optional<Constraint> contradicting(Constraint other, Predicate<Constraint> which) {
    return near(other).values().stream()
        .flatMap(List::stream)
        .filter(each -> contradict(each, other) && which.test(each))
        .findFirst();
  }

  private boolean contradict(List<Constraint> bucket, Constraint other) {
    return bucket.stream().anyMatch(each -> contradict(each, other));
  }

  /// Constraints twice as far away as [#around], so that all pairs that it uses are compared.
  private SortedMap<Long, List<Constraint>> near(Constraint constraint) {
    if (buckets.isEmpty()) {
      return buckets;
    }
    Long before = buckets.lowerKey(key(constraint.maxNanos() - 2 * REACH_NANOS));
    Long after = buckets.higherKey(key(constraint.maxNanos() + 2 * REACH_NANOS));
    return buckets.subMap(
        before == null ? buckets.firstKey() : before,
        true,
        after == null ? buckets.lastKey() : after,
        true);
  }

  /// Between two constraints that contradict each other, the rate was beyond the limit. Of
  /// contradictions within each other only the inner ones are kept: they explain the outer ones.
  private void addContradiction(long from, long to) {
    var next = contradictions.ceilingEntry(from);
    if (next != null && next.getValue() <= to) {
      return;
    }
    var outer = contradictions.floorEntry(from);
    while (outer != null && outer.getValue() >= to) {
      contradictions.remove(outer.getKey());
      outer = contradictions.floorEntry(from);
    }
    contradictions.put(from, to);
  }

  /// Whether the rate was beyond the limit at some moment between two constraints, or may have
  /// been: then the one says nothing about the time of the other.
  boolean isContradictedBetween(Constraint a, Constraint b) {
    return !contradictions.isEmpty()
        && isContradicted(
            key(Math.min(a.maxNanos(), b.maxNanos())), key(Math.max(a.minNanos(), b.minNanos())));
  }

  /// Whether there is a contradiction in a part of the buckets from one to another.
  private boolean isContradicted(long from, long to) {
    // None is within another one, so the last one to begin is the last one to end.
    var latest = contradictions.floorEntry(to);
    return latest != null && latest.getValue() >= from;
  }

  /// Keeps of each bucket the constraints that bound moments outside of it most. If these are still
  /// too many, makes the buckets wider.
  private void thinOut() {
    buckets.forEach(this::thinOut);
    for (kept = count(); kept > maxKept / 4 * 3; kept = count()) {
      bucketNanos *= 2;
      TreeMap<Long, List<Constraint>> narrow = new TreeMap<>(buckets);
      buckets.clear();
      narrow.forEach((key, bucket) ->
          buckets.computeIfAbsent(key >> 1, _ -> new ArrayList<>()).addAll(bucket));
      TreeMap<Long, Long> old = new TreeMap<>(contradictions);
      contradictions.clear();
      old.forEach((from, to) -> addContradiction(from >> 1, to >> 1));
      buckets.forEach(this::thinOut);
      buckets.values().forEach(b -> b.forEach(this::compare));
    }
  }

  private int count() {
    return buckets.values().stream().mapToInt(List::size).sum();
  }

  /// Keeps the constraints with the lowest upper and the highest lower bound at the begin and at
  /// the end of the bucket.
  private void thinOut(long key, List<Constraint> bucket) {
    long base = bucket.getFirst().maxAhead();
    Set<Constraint> best = new LinkedHashSet<>();
    for (long edge : new long[] {key * bucketNanos, (key + 1) * bucketNanos}) {
      best.add(Collections.min(bucket, comparingLong(e -> max(e, edge, base))));
      best.add(Collections.max(bucket, comparingLong(e -> min(e, edge, base))));
    }
    bucket.retainAll(best);
  }
}
