package dev.takt.runs.clock;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Bounds on how far another machine's monotonic clock is ahead of ours, computed from exchanges.
///
/// There is one assumption: at no moment does the rate of the one clock differ from that of the
/// other by more than a limit. The rates may change, as they do when NTP adjusts a clock. So an
/// exchange bounds the offset at all moments, the less the further away they are: by the upper
/// bound that it gives plus the limit times the distance, and so from below. The offset at a moment
/// is between the lowest upper and the highest lower bound.
///
/// Where exchanges contradict each other, the assumption was wrong, for example because a virtual
/// machine was suspended. Moments around such a place have no offset. Neither do moments further
/// than [#REACH_NANOS] before the first exchange or after the last one.
///
/// Bounds that kernels state make the interval narrower. They are a claim, and exchanges are a
/// proof: once a stated bound contradicts an exchange or another stated bound, all of them are
/// ignored. A place where exchanges contradict each other divides time: what was stated before it
/// says nothing about the time after it, and is not compared with anything there.
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

  private static final int MAX_LIMIT_PPM = 100_000;
  private static final long MAX_DISTANCE_NANOS = 1_000_000_000L;
  private static final int STEPS = 4;

  private final int limitPpm;
  private final Constraints exchanges;
  private final Constraints stated;

  /// The error of the first stated bound that was wrong.
  private OptionalLong refutedNanos = OptionalLong.empty();

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
    exchanges = new Constraints(limitPpm, maxKept);
    stated = new Constraints(limitPpm, maxKept);
  }

  /// Adds an exchange, in any order.
  public synchronized void add(Exchange exchange) {
    Constraint added = exchange.constraint();
    exchanges.add(added);
    stated.contradicting(added, each -> isEvenBetween(each, added)).ifPresent(this::refute);
  }

  /// Adds a bound that the kernels of both machines state, in about the order of time: where a
  /// machine was suspended, only an exchange shows that.
  public synchronized void add(StatedBound bound) {
    if (refutedNanos.isPresent()) {
      return;
    }
    Constraint added = bound.constraint();
    Predicate<Constraint> which = each -> isEvenBetween(each, added);
    if (exchanges
        .contradicting(added, which)
        .or(() -> stated.contradicting(added, which))
        .isPresent()) {
      refute(added);
    } else {
      stated.add(added);
    }
  }

  /// Whether the clocks ran evenly between two constraints, as far as exchanges show.
  private boolean isEvenBetween(Constraint a, Constraint b) {
    return !exchanges.isContradictedBetween(a, b);
  }

  private void refute(Constraint wrong) {
    refutedNanos = OptionalLong.of((wrong.maxAhead() - wrong.minAhead()) / 2);
    stated.clear();
  }

  /// The error of a stated bound that was wrong, because of which all of them are ignored.
  ///
  /// @return empty if they are used, as far as there are any
  public synchronized OptionalLong refutedErrorNanos() {
    return refutedNanos;
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
        : Optional.of(
            new Offset(here.middle(), here.error(), exchanges.ppm(ourNanos, here.base())));
  }

  /// Whether an offset is unknown because exchanges contradict each other: the rates of the clocks
  /// differed by more than the limit.
  public synchronized boolean isContradicted(long ourNanos) {
    return exchanges.isInReach(ourNanos) && interval(ourNanos) == null;
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
    if (exchanges.size() == 0) {
      return Optional.empty();
    }
    long near = exchanges.first().maxNanos();
    for (int step = 0; step < STEPS; step++) {
      near = theirNanos - exchanges.nearest(near).maxAhead();
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
    double error = (offset.error() + exchanges.allowance(distance)) / (1 - limitPpm * 1e-6);
    return Optional.of(new Moment(ours, (long) error + 1));
  }

  /// The number of exchanges that are kept.
  synchronized int size() {
    return exchanges.size();
  }

  /// The number of stated bounds that are kept.
  synchronized int statedSize() {
    return stated.size();
  }

  /// The offsets that are possible at a moment; null if they are not known. Moments that no
  /// exchange is near are not known: there, nothing checks what kernels state.
  private @Nullable Interval interval(long ourNanos) {
    Interval proven = exchanges.interval(ourNanos);
    if (proven == null) {
      return null;
    }
    Constraint here = new Constraint(ourNanos, 0, ourNanos, 0);
    Interval claimed = stated.interval(ourNanos, proven.base(), each -> isEvenBetween(each, here));
    if (claimed == null) {
      return proven;
    }
    Interval both = proven.intersection(claimed);
    return both.isEmpty() ? proven : both;
  }
}
