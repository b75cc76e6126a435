package dev.takt.explain.counterfactual;

import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.attribution.Share;
import dev.takt.explain.attribution.classify.BlockedInterval;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.queue.Servers;
import dev.takt.explain.trace.Async;
import dev.takt.explain.trace.DurationHistogram;
import dev.takt.explain.trace.Operations;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.time.IntervalSet;
import dev.takt.runs.time.TimeInterval;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Replays the recorded arrivals through the generator's queue, first come, first served, without
/// the time that some causes took (D. V. Lindley's recursion; for several servers, J. Kiefer and J.
/// Wolfowitz).
///
/// The result is exact where operations wait only for the generator's connections and each other.
/// It is a model where the speed of the target depends on its load: that dependence is unknown, so
/// service times are assumed to stay the same. Without a schedule, an operation was sent when
/// another had ended, and only service times are computed.
///
/// Thread-safe: several threads can run replays at the same time.
public final class Counterfactual {

  /// How long after the generator was stopped it still reads answers that came meanwhile. A later
  /// answer was not delayed.
  private static final long MAX_READ_NANOS = 5_000_000;

  /// How many operations before a busy period are searched for ones that are still in flight.
  private static final int MAX_LOOK_BACK = 1_024;

  private final Operations operations;
  private final AttributionResult attribution;
  private final int servers;
  private final Lateness lateness;
  private final LatencyHistogram recorded;

  private final ServiceBaseline services;
  private final AffectedOperations affected;

  private Counterfactual(
      Operations operations,
      AttributionResult attribution,
      int servers,
      Lateness lateness,
      LatencyHistogram recorded,
      ServiceBaseline services,
      AffectedOperations affected) {
    this.operations = operations;
    this.attribution = attribution;
    this.servers = operations.isScheduled() ? servers : Lateness.UNLIMITED;
    this.lateness = lateness;
    this.recorded = recorded;
    this.services = services;
    this.affected = affected;
  }

  /// @param operations the recorded operations
  /// @param attribution the attribution of the slow ones
  /// @param servers how many operations the generator could have in flight, or [Lateness#UNLIMITED]
  /// @param lateness how late operations were sent
  /// @param quickOnes how many operations the trace omits because they were quick
  public static Counterfactual of(
      Operations operations,
      AttributionResult attribution,
      int servers,
      Lateness lateness,
      long quickOnes) {
    LatencyHistogram recorded = operations.durations().responses();
    if (quickOnes > 0) {
      recorded.record(0, quickOnes);
    }
    Async<AffectedOperations> affected = Async.start(() -> AffectedOperations.of(attribution));
    ServiceBaseline services = ServiceBaseline.of(operations, attribution);
    return new Counterfactual(
        operations, attribution, servers, lateness, recorded, services, affected.get());
  }

  /// The recorded response times; without a schedule, service times.
  public LatencyHistogram recorded() {
    return recorded;
  }

  /// The response times without some causes.
  ///
  /// @param causes the causes to remove, by their indexes in [AttributionResult#causes]
  public LatencyHistogram without(IntPredicate causes) {
    DurationHistogram changes = new DurationHistogram();
    replay(
        causes,
        (i, _, end) -> {
          changes.add(operations.response(i), -1);
          changes.add(end - operations.due(i), 1);
        });
    LatencyHistogram result = new LatencyHistogram();
    result.add(recorded);
    changes.addTo(result);
    return result;
  }

  /// The operations as they would have been without the generator's causes, in the same order.
  /// Removes more than [#without]: an operation that was not slow, and so has no shares, loses the
  /// time by which it was sent late, and what it took beyond normal while its answer was not read.
  public Operations operationsWithoutGenerator() {
    long[] starts = new long[operations.size()];
    long[] ends = new long[operations.size()];
    IntervalSet stops = blockedBy(this::isInGenerator);
    for (int i = 0; i < starts.length; i++) {
      long stopped = stops.overlap(operations.due(i), operations.start(i));
      long late = Math.max(lateness.total(i), stopped);
      long service = operations.service(i);
      long least = Math.min(service, attribution.baseline().normal(operations.name(i)));
      starts[i] = operations.start(i) - Math.min(operations.waiting(i), late);
      ends[i] = starts[i] + Math.max(least, service - unreadNanos(i, stops));
    }
    for (int slow = 0; slow < attribution.size(); slow++) {
      // Slow operations have shares, by which the replay moves them.
      int i = attribution.operation(slow);
      starts[i] = operations.start(i);
      ends[i] = operations.end(i);
    }
    replay(
        this::isInGenerator,
        (i, start, end) -> {
          if (end <= ends[i]) {
            starts[i] = start;
            ends[i] = end;
          }
        });
    return operations.at(starts, ends);
  }

  private boolean isInGenerator(int cause) {
    return attribution.causes().get(cause).isInGenerator();
  }

  private IntervalSet blockedBy(IntPredicate causes) {
    List<BlockedInterval> some =
        attribution.blockedIntervals().stream().filter(each -> causes.test(each.cause())).toList();
    return IntervalSet.union(some, BlockedInterval::begin, BlockedInterval::end);
  }

  /// How long an answer may not have been read because the generator was stopped. Unlike a stop of
  /// the target, one of the generator delays an operation only if its answer came meanwhile.
  ///
  /// @param stops when the generator was stopped
  private long unreadNanos(int i, IntervalSet stops) {
    long start = operations.start(i);
    long end = operations.end(i);
    long nanos = 0;
    for (int stop = stops.firstEndingAfter(end - MAX_READ_NANOS);
        stop < stops.size() && stops.begin(stop) < end;
        stop++) {
      nanos += TimeInterval.overlap(stops.begin(stop), stops.end(stop), start, end);
    }
    return nanos;
  }

  /// Receives when an operation would have started and ended.
  private interface Moves {
    void move(int operation, long start, long end);
  }

  private void replay(IntPredicate causes, Moves moves) {
    Replay replay = new Replay(causes, moves);
    int[] changed = affected.affectedBy(causes);
    replay.buildReference(changed);
    int next = 0;
    for (int slow : changed) {
      if (servers == Lateness.UNLIMITED) {
        replay.replayAlone(attribution.operation(slow), slow);
      } else if (slow >= next) {
        next = replay.replayBusyPeriod(attribution.operation(slow), slow);
      }
    }
  }

  /// One replay. Not thread-safe.
  private final class Replay {
    private final boolean[] isRemoved;
    private final boolean[] movesAlong;
    private final Moves moves;
    private final Share share = new Share();
    private final ResidualIntervals remaining;

    /// When the generator was stopped by removed causes.
    private final IntervalSet stops;

    private final Servers connections = new Servers(Math.max(1, servers));
    private @Nullable RankMatchedTimes reference;
    private long removed;
    private long waitRemoved;

    /// When the operation of the last [#endOf] would have started.
    private long start;

    /// The service time inside blocked intervals.
    private long serviceBlocked;

    /// The part of it that moves with the operation.
    private long serviceAlong;

    /// The service time attributed to a backlog. It can be removed as well, but the operation may
    /// have taken some of it anyway.
    private long serviceInherited;

    Replay(IntPredicate causes, Moves moves) {
      this.moves = moves;
      isRemoved = new boolean[attribution.causes().size()];
      movesAlong = new boolean[isRemoved.length];
      for (int cause = 0; cause < isRemoved.length; cause++) {
        isRemoved[cause] = causes.test(cause);
        movesAlong[cause] = !isRemoved[cause] && isOwnIo(attribution.causes().get(cause).kind());
      }
      remaining =
          ResidualIntervals.of(
              attribution.blockedIntervals(), cause -> isRemoved[cause] || movesAlong[cause]);
      stops = blockedBy(cause -> isRemoved[cause] && isInGenerator(cause));
    }

    /// Whether the operation itself causes such a wait, so that it would wait as long at another
    /// time: true for its own I/O, but not for a lock, which another thread holds at a certain
    /// time.
    private static boolean isOwnIo(@Nullable StallKind kind) {
      return kind == StallKind.SOCKET_IO || kind == StallKind.FILE_IO;
    }

    /// Computes what operations in backlogs would have taken without them. Considers all operations
    /// that were due from the first one with a share until the last one has ended, also quick ones:
    /// among slow ones only, everything that made them slow would be taken for the backlog's
    /// effect.
    private void buildReference(int[] changed) {
      ServiceBaseline.Selection some = services.emptySelection();
      int next = 0;
      for (int each = 0; each < changed.length; each++) {
        int slow = changed[each];
        if (attribution.operation(slow) < next) {
          continue;
        }
        int itsNext = each;
        long from = begin(slow);
        long until = operations.end(attribution.operation(slow));
        int i = attribution.operation(slow);
        for (; i < operations.size() && operations.due(i) < until; i++) {
          boolean isSlow = slow < attribution.size() && attribution.operation(slow) == i;
          if (isSlow && itsNext < changed.length && changed[itsNext] == slow) {
            until = Math.max(until, operations.end(i));
            itsNext++;
          }
          // Length bias: a long operation is more likely to be in flight when the stall begins.
          // Those that were due before it are no sample of the others.
          if (operations.due(i) >= from) {
            some.add(i, isSlow ? slow : -1);
          }
          slow += isSlow ? 1 : 0;
        }
        next = i;
      }
      reference = some.matchRanks();
    }

    /// When the backlog of a slow operation began: the latest begin of the removed stalls that it
    /// has a share of, but not before the operation was due.
    private long begin(int slow) {
      long begin = operations.due(attribution.operation(slow));
      for (int share = attribution.firstShare(slow);
          share < attribution.firstShare(slow + 1);
          share++) {
        if (isRemoved[attribution.cause(share)] && attribution.stall(share) >= 0) {
          begin =
              Math.max(begin, attribution.stalls().get(attribution.stall(share)).beginNanoTime());
        }
      }
      return begin;
    }

    /// Sums the time to remove from a slow operation: the shares of the removed causes, and all
    /// time inside blocked intervals. Of the latter, the replay adds those again that remain and
    /// that the operation still overlaps.
    long removed(int slow) {
      nothingRemoved();
      int end = attribution.firstShare(slow + 1);
      for (int each = attribution.firstShare(slow); each < end; each++) {
        attribution.read(each, share);
        boolean isGone = isRemoved[share.cause()];
        removed += isGone ? share.nanos() : 0;
        if (share.hasStall()) {
          long direct = share.directService();
          if (isGone && isInGenerator(share.cause())) {
            direct = Math.min(direct, unreadNanos(attribution.operation(slow), stops));
          }
          long heldUp = direct + share.contentionService();
          waitRemoved += share.directWait() + share.contentionWait();
          serviceBlocked += heldUp;
          serviceAlong += movesAlong[share.cause()] ? heldUp : 0;
        } else {
          waitRemoved += isGone ? share.directWait() : 0;
        }
        if (isGone) {
          waitRemoved += share.backlogWait();
          serviceInherited += share.backlogService();
        }
      }
      return removed;
    }

    private void nothingRemoved() {
      removed = 0;
      waitRemoved = 0;
      serviceBlocked = 0;
      serviceAlong = 0;
      serviceInherited = 0;
    }

    /// Replays an operation that waited for no other.
    void replayAlone(int operation, int slow) {
      var _ = removed(slow);
      move(operation, endOf(operation, slow, operations.due(operation)));
    }

    /// When an operation would have ended that could have been sent at moment `could`. An operation
    /// without removed time keeps its whole service time.
    private long endOf(int i, int slow, long could) {
      start = could + Math.max(0, lateness.unused(i) - waitRemoved);
      long work = serviceWork(i) + serviceAlong;
      long end =
          slow < 0
              ? start + work
              : remaining.advance(start, work, attribution.blockedIntervals(slow));
      return Math.min(operations.end(i), end);
    }

    /// The service time to replay, outside blocked intervals. The attribution gives a backlog all
    /// excess of an operation in it, even what the operation would have taken anyway. So at least
    /// the time of the same rank among operations in no backlog remains.
    private long serviceWork(int i) {
      long byItself = Math.max(0, operations.service(i) - serviceBlocked);
      RankMatchedTimes known = reference;
      return serviceInherited == 0 || known == null
          ? byItself
          : Math.max(byItself - serviceInherited, known.nanos(operations.name(i), byItself));
    }

    /// Replays all operations from one on, until starts and ends are the recorded ones again.
    ///
    /// @return the index of the first slow operation after them
    int replayBusyPeriod(int first, int firstSlow) {
      connections.reset();
      int earliest = Math.max(0, first - MAX_LOOK_BACK - servers);
      int from = lateness.noneBefore(first, operations.due(first), earliest);
      for (int i = from; i < first; i++) {
        if (operations.end(i) > operations.due(first)) {
          connections.take(operations.end(i));
        }
      }
      int slow = firstSlow;
      long different = Long.MAX_VALUE;
      long latest = Long.MIN_VALUE;
      long longest = 0;
      for (int i = first; i < operations.size() && operations.due(i) < different; i++) {
        int itsSlow = slow < attribution.size() && attribution.operation(slow) == i ? slow++ : -1;
        if (itsSlow >= 0) {
          longest = Math.max(longest, removed(itsSlow));
        } else {
          nothingRemoved();
          // Not attributed, since it is quick. But it was in the backlog: what it took beyond
          // normal is removed too.
          waitRemoved = longest;
          serviceInherited = Math.min(longest, aboveNormal(i));
        }
        long could = Math.max(operations.due(i), connections.earliestFree());
        long end = endOf(i, itsSlow, could);
        connections.take(end);
        if (end != operations.end(i)) {
          latest = Math.max(latest, operations.end(i));
        }
        move(i, end);
        different = latest;
      }
      return Math.max(slow, firstSlow + 1);
    }

    private long aboveNormal(int i) {
      return Math.max(0, operations.service(i) - attribution.baseline().normal(operations.name(i)));
    }

    private void move(int operation, long end) {
      moves.move(operation, Math.min(end, Math.min(start, operations.start(operation))), end);
    }
  }
}
