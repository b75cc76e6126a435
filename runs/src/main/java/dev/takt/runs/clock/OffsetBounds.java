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
import org.jspecify.annotations.Nullable;

/// Bounds on how far another machine's monotonic clock is ahead of ours, computed from exchanges.
///
/// There is one assumption: at no moment does the rate of the one clock differ from that of the
/// other by more than a limit. The rates may change, as they do when NTP adjusts a clock. So an
/// exchange bounds the offset at all moments, the less the further away they are: by
/// [Exchange#maxAhead] plus the limit times the distance, and so from below. The offset at a moment
/// is between the lowest upper and the highest lower bound.
///
/// Where exchanges contradict each other, the assumption was wrong, for example because a virtual
/// machine was suspended. Moments around such a place have no offset. Neither do moments further
/// than [#REACH_NANOS] before the first exchange or after the last one.
///
/// Memory is bounded: of many exchanges, those that bound the offset most are kept. Bounds become
/// wider by that, never wrong.
///
/// Thread-safe.
public final class OffsetBounds {

  /// The default limit: the most that the rates of two clocks are assumed to differ.
  public static final int DEFAULT_LIMIT_PPM = 200;

  /// How far from a moment exchanges are used; and how far before the first and after the last
  /// exchange there is an offset.
  public static final long REACH_NANOS = 15_000_000_000L;

  static final int MAX_KEPT = 1 << 16;

  private static final long FIRST_BUCKET_NANOS = 1_000_000_000L;
  private static final int MAX_LIMIT_PPM = 100_000;
  private static final long MAX_DISTANCE_NANOS = 1_000_000_000L;
  private static final int STEPS = 4;

  private final long limitPpm;
  private final int maxKept;

  /// Exchanges by `t1` divided by [#bucketNanos].
  private final TreeMap<Long, List<Exchange>> buckets = new TreeMap<>();

  /// The first and the last bucket of each contradiction.
  private final TreeMap<Long, Long> contradictions = new TreeMap<>();

  private long bucketNanos = FIRST_BUCKET_NANOS;
  private int kept;
  private long first;
  private long last;

  /// Creates bounds without exchanges, with the default limit.
  public OffsetBounds() {
    this(DEFAULT_LIMIT_PPM);
  }

  /// Creates bounds without exchanges.
  ///
  /// @param limitPpm the most that the rates of the two clocks differ, in parts per million
  public OffsetBounds(int limitPpm) {
    this(limitPpm, MAX_KEPT);
  }

  OffsetBounds(int limitPpm, int maxKept) {
    if (limitPpm < 1 || limitPpm > MAX_LIMIT_PPM) {
      throw new IllegalArgumentException("a limit of " + limitPpm + " ppm");
    }
    this.limitPpm = limitPpm;
    this.maxKept = maxKept;
  }

  /// Adds an exchange, in any order.
  public synchronized void add(Exchange exchange) {
    first = kept == 0 ? exchange.t1() : Math.min(first, exchange.t1());
    last = kept == 0 ? exchange.t4() : Math.max(last, exchange.t4());
    buckets.computeIfAbsent(key(exchange.t1()), _ -> new ArrayList<>()).add(exchange);
    kept++;
    compare(exchange);
    if (kept > maxKept) {
      thinOut();
    }
  }

  /// How far their clock is ahead of ours.
  ///
  /// @param ourNanos a moment of our clock
  /// @return empty if it is not known, because there is no exchange near enough, or because those
  ///   that there are contradict each other
  public synchronized Optional<Offset> at(long ourNanos) {
    Interval here = interval(ourNanos);
    return here == null
        ? Optional.empty()
        : Optional.of(new Offset(here.middle(), here.error(), ppm(ourNanos, here.base)));
  }

  /// Whether an offset is unknown because exchanges contradict each other: the rates of the clocks
  /// differed by more than the limit.
  public synchronized boolean isContradicted(long ourNanos) {
    return isInReach(ourNanos) && interval(ourNanos) == null;
  }

  /// Where a moment of our clock is on theirs.
  ///
  /// @return empty if it is not known
  public synchronized Optional<Moment> toTheirs(long ourNanos) {
    Interval offset = interval(ourNanos);
    return offset == null
        ? Optional.empty()
        : Optional.of(new Moment(ourNanos + offset.middle(), offset.error()));
  }

  /// Where a moment of their clock is on ours.
  ///
  /// @return empty if it is not known
  public synchronized Optional<Moment> toOurs(long theirNanos) {
    if (buckets.isEmpty()) {
      return Optional.empty();
    }
    long near = buckets.firstEntry().getValue().getFirst().t1();
    for (int step = 0; step < STEPS; step++) {
      near = theirNanos - nearest(near).maxAhead();
    }
    Interval first = interval(near);
    if (first == null) {
      return Optional.empty();
    }
    long nearer = theirNanos - first.middle();
    Interval offset = interval(nearer);
    if (offset == null) {
      return Optional.empty();
    }
    long ours = theirNanos - offset.middle();
    long distance = Math.abs(ours - nearer);
    if (distance > MAX_DISTANCE_NANOS) {
      return Optional.empty(); // The clocks contradict each other too little to be seen.
    }
    // The true moment t is theirNanos - offset(t). The true offset(t) differs from the middle by at
    // most the error and the limit times |t - nearer|, which is at most |t - ours| + distance.
    double error = (offset.error() + allowance(distance)) / (1 - limitPpm * 1e-6);
    return Optional.of(new Moment(ours, (long) error + 1));
  }

  private Exchange nearest(long ourNanos) {
    var before = buckets.floorEntry(key(ourNanos));
    return (before == null ? buckets.firstEntry() : before).getValue().getFirst();
  }

  /// The number of exchanges that are kept.
  synchronized int size() {
    return kept;
  }

  private long key(long ourNanos) {
    return Math.floorDiv(ourNanos, bucketNanos);
  }

  private boolean isInReach(long ourNanos) {
    return kept > 0 && ourNanos - first >= -REACH_NANOS && ourNanos - last <= REACH_NANOS;
  }

  /// The exchanges within reach of a moment, or the nearest ones where there is none before it or
  /// none after it.
  private SortedMap<Long, List<Exchange>> around(long ourNanos) {
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
  private @Nullable Interval interval(long ourNanos) {
    if (!isInReach(ourNanos)) {
      return null;
    }
    SortedMap<Long, List<Exchange>> used = around(ourNanos);
    if (isContradicted(used)) {
      return null;
    }
    long base = used.firstEntry().getValue().getFirst().maxAhead();
    Interval interval = interval(used.values(), ourNanos, base);
    return interval.max < interval.min ? null : interval;
  }

  private Interval interval(Collection<List<Exchange>> used, long ourNanos, long base) {
    long max = Long.MAX_VALUE;
    long min = Long.MIN_VALUE;
    for (List<Exchange> bucket : used) {
      for (Exchange e : bucket) {
        max = Math.min(max, max(e, ourNanos, base));
        min = Math.max(min, min(e, ourNanos, base));
      }
    }
    return new Interval(base, min, max);
  }

  /// The middle of the mean rates that are possible within reach.
  private double ppm(long ourNanos, long base) {
    Collection<List<Exchange>> used = around(ourNanos).values();
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (List<Exchange> bucket : used) {
      for (Exchange e : bucket) {
        begin = Math.min(begin, e.t1() - ourNanos);
        end = Math.max(end, e.t1() - ourNanos);
      }
    }
    begin = Math.max(begin, -REACH_NANOS);
    end = Math.min(end, REACH_NANOS);
    if (end <= begin) {
      return 0;
    }
    Interval atBegin = interval(used, ourNanos + begin, base);
    Interval atEnd = interval(used, ourNanos + end, base);
    double length = (double) (end - begin);
    double max = Math.min((double) limitPpm, (double) (atEnd.max - atBegin.min) / length * 1e6);
    double min = Math.max((double) -limitPpm, (double) (atEnd.min - atBegin.max) / length * 1e6);
    return (min + max) / 2;
  }

  /// Whether the upper bound of one is below the lower bound of the other.
  private boolean contradict(Exchange a, Exchange b) {
    return a.maxAhead() - b.minAhead() + allowance(a.t1() - b.t4()) < 0
        || b.maxAhead() - a.minAhead() + allowance(b.t1() - a.t4()) < 0;
  }

  private long max(Exchange exchange, long ourNanos, long base) {
    return exchange.maxAhead() - base + allowance(ourNanos - exchange.t1());
  }

  private long min(Exchange exchange, long ourNanos, long base) {
    return exchange.minAhead() - base - allowance(ourNanos - exchange.t4());
  }

  /// The most that the offset changes within a length of time, rounded up.
  private long allowance(long nanos) {
    long length = Math.abs(nanos);
    return length / 1_000_000 * limitPpm + length % 1_000_000 * limitPpm / 1_000_000 + 1;
  }

  /// Compares an exchange with others. Looks twice as far as [#at], so that all pairs that it uses
  /// are compared.
  private void compare(Exchange exchange) {
    long key = key(exchange.t1());
    Long before = buckets.lowerKey(key(exchange.t1() - 2 * REACH_NANOS));
    Long after = buckets.higherKey(key(exchange.t1() + 2 * REACH_NANOS));
    buckets
        .subMap(
            before == null ? buckets.firstKey() : before,
            true,
            after == null ? buckets.lastKey() : after,
            true)
        .forEach((other, bucket) -> {
          if (bucket.stream().anyMatch(e -> contradict(e, exchange))) {
            addContradiction(Math.min(key, other), Math.max(key, other));
          }
        });
  }

  /// Between two exchanges that contradict each other, the rate was beyond the limit. Of
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

  /// Whether there is a contradiction in a part of these buckets.
  private boolean isContradicted(SortedMap<Long, List<Exchange>> used) {
    // None is within another one, so the last one to begin is the last one to end.
    var latest = contradictions.floorEntry(used.lastKey());
    return latest != null && latest.getValue() >= used.firstKey();
  }

  /// Keeps of each bucket the exchanges that bound moments outside of it most. If these are still
  /// too many, makes the buckets wider.
  private void thinOut() {
    buckets.forEach(this::thinOut);
    for (kept = count(); kept > maxKept / 4 * 3; kept = count()) {
      bucketNanos *= 2;
      TreeMap<Long, List<Exchange>> narrow = new TreeMap<>(buckets);
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

  /// Keeps the exchanges with the lowest upper and the highest lower bound at the begin and at the
  /// end of the bucket.
  private void thinOut(long key, List<Exchange> bucket) {
    long base = bucket.getFirst().maxAhead();
    Set<Exchange> best = new LinkedHashSet<>();
    for (long edge : new long[] {key * bucketNanos, (key + 1) * bucketNanos}) {
      best.add(Collections.min(bucket, comparingLong(e -> max(e, edge, base))));
      best.add(Collections.max(bucket, comparingLong(e -> min(e, edge, base))));
    }
    bucket.retainAll(best);
  }

  /// Offsets from `base + min` to `base + max`. Their differences to a base cannot overflow.
  private record Interval(long base, long min, long max) {

    long middle() {
      return base + min + (max - min) / 2;
    }

    long error() {
      return max - min - (max - min) / 2;
    }
  }
}
