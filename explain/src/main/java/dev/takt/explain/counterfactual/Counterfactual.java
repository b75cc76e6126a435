package dev.takt.explain.counterfactual;

import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.attribution.Share;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.queue.Servers;
import dev.takt.explain.trace.Async;
import dev.takt.explain.trace.DurationHistogram;
import dev.takt.explain.trace.Operations;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.StallKind;
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
    Replay replay = new Replay(causes);
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
    LatencyHistogram result = new LatencyHistogram();
    result.add(recorded);
    replay.changes.addTo(result);
    return result;
  }

  /// One replay. Not thread-safe.
  private final class Replay {
    private final boolean[] isRemoved;
    private final boolean[] movesAlong;
    private final DurationHistogram changes = new DurationHistogram();
    private final Share share = new Share();
    private final ResidualIntervals remaining;
    private final Servers connections = new Servers(Math.max(1, servers));
    private @Nullable RankMatchedTimes reference;
    private long removed;
    private long waitRemoved;

    /// The service time inside blocked intervals.
    private long serviceBlocked;

    /// The part of it that moves with the operation.
    private long serviceAlong;

    /// The service time attributed to a backlog. It can be removed as well, but the operation may
    /// have taken some of it anyway.
    private long serviceInherited;

    Replay(IntPredicate causes) {
      isRemoved = new boolean[attribution.causes().size()];
      movesAlong = new boolean[isRemoved.length];
      for (int cause = 0; cause < isRemoved.length; cause++) {
        isRemoved[cause] = causes.test(cause);
        movesAlong[cause] = !isRemoved[cause] && isOwnIo(attribution.causes().get(cause).kind());
      }
      remaining =
          ResidualIntervals.of(
              attribution.blockedIntervals(), cause -> isRemoved[cause] || movesAlong[cause]);
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
          long heldUp = share.directService() + share.contentionService();
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
      long start = could + Math.max(0, lateness.own(i) - waitRemoved);
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
          move(i, end);
        }
        different = latest;
      }
      return Math.max(slow, firstSlow + 1);
    }

    private long aboveNormal(int i) {
      return Math.max(0, operations.service(i) - attribution.baseline().normal(operations.name(i)));
    }

    private void move(int operation, long end) {
      changes.add(operations.response(operation), -1);
      changes.add(end - operations.due(operation), 1);
    }
  }
}
