package dev.takt.explain.counterfactual;

import dev.takt.explain.blame.Blame;
import dev.takt.explain.blame.Share;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.queue.Servers;
import dev.takt.explain.trace.Counts;
import dev.takt.explain.trace.Meanwhile;
import dev.takt.explain.trace.Operations;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.StallKind;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Sends the recorded arrivals through the generator's queue once more, first come, first served,
/// with the time that causes took from them taken out (D. V. Lindley's recursion, for several
/// servers as J. Kiefer and J. Wolfowitz have it).
///
/// It is exact where operations wait for nothing but the generator's connections and each other. It
/// is a model where the system under test changes its pace when it gets less at a time: that is not
/// known, so service times are taken to stay as they were. Without a schedule, operations were sent
/// when others had ended, and only the service times are told.
///
/// Thread-safe: several threads can each ask for another replay.
public final class Counterfactual {

  /// Who may still be on a connection when a busy period begins is looked for so far back.
  private static final int LOOK_BACK = 1_024;

  private final Operations operations;
  private final Blame blame;
  private final int servers;
  private final Lateness late;
  private final LatencyHistogram recorded;

  private final Usual usual;
  private final Touched touched;

  private Counterfactual(
      Operations operations,
      Blame blame,
      int servers,
      Lateness late,
      LatencyHistogram recorded,
      Usual usual,
      Touched touched) {
    this.operations = operations;
    this.blame = blame;
    this.servers = operations.isScheduled() ? servers : Lateness.UNLIMITED;
    this.late = late;
    this.recorded = recorded;
    this.usual = usual;
    this.touched = touched;
  }

  /// @param servers how many operations the generator could have in flight, or [Lateness#UNLIMITED]
  /// @param late how late operations were sent
  /// @param quickOnes how many operations are not among these because they were quick
  public static Counterfactual of(
      Operations operations, Blame blame, int servers, Lateness late, long quickOnes) {
    LatencyHistogram recorded = operations.durations().responses();
    if (quickOnes > 0) {
      recorded.record(0, quickOnes);
    }
    Meanwhile<Touched> touched = Meanwhile.of(() -> Touched.of(blame));
    Usual usual = Usual.of(operations, blame);
    return new Counterfactual(operations, blame, servers, late, recorded, usual, touched.get());
  }

  /// Response times as they were; without a schedule, service times.
  public LatencyHistogram recorded() {
    return recorded;
  }

  /// Response times as they would have been.
  ///
  /// @param causes those that are taken out, by their places in [Blame#causes]
  public LatencyHistogram without(IntPredicate causes) {
    Replay replay = new Replay(causes);
    int[] changed = touched.by(causes);
    replay.compare(changed);
    int next = 0;
    for (int slow : changed) {
      if (servers == Lateness.UNLIMITED) {
        replay.alone(blame.operation(slow), slow);
      } else if (slow >= next) {
        next = replay.busyPeriod(blame.operation(slow), slow);
      }
    }
    LatencyHistogram result = new LatencyHistogram();
    result.add(recorded);
    replay.moved.addTo(result);
    return result;
  }

  /// One pass.
  private final class Replay {
    private final boolean[] isRemoved;
    private final boolean[] goesAlong;
    private final Counts moved = new Counts();
    private final Share share = new Share();
    private final Remaining remaining;
    private final Servers connections = new Servers(Math.max(1, servers));
    private @Nullable OfOthers ofOthers;
    private long removed;
    private long waitTaken;

    /// What lies in holdups.
    private long serviceHeldUp;

    /// Of that, what goes with the operation wherever it goes.
    private long serviceAlong;

    /// What can be taken out beside that: what a backlog is charged with, some of which may be what
    /// the operation had taken anyway.
    private long serviceInherited;

    Replay(IntPredicate causes) {
      isRemoved = new boolean[blame.causes().size()];
      goesAlong = new boolean[isRemoved.length];
      for (int cause = 0; cause < isRemoved.length; cause++) {
        isRemoved[cause] = causes.test(cause);
        goesAlong[cause] = !isRemoved[cause] && isAskedFor(blame.causes().get(cause).kind());
      }
      remaining = Remaining.of(blame.holdups(), cause -> isRemoved[cause] || goesAlong[cause]);
    }

    /// Whether an operation's thread waits for what that itself has asked for, and would wait as
    /// long at another time: whereas a lock is held when it is held.
    private static boolean isAskedFor(@Nullable StallKind kind) {
      return kind == StallKind.SOCKET_IO || kind == StallKind.FILE_IO;
    }

    /// Finds out what operations of backlogs would have taken without them: all that were due from
    /// the first one that has a share until the last one has ended, whether they were slow or not.
    /// Looking at the slow ones alone would take for a backlog what made them slow.
    private void compare(int[] changed) {
      Usual.Some some = usual.none();
      int next = 0;
      for (int each = 0; each < changed.length; each++) {
        int slow = changed[each];
        if (blame.operation(slow) < next) {
          continue;
        }
        int itsNext = each;
        long from = begin(slow);
        long until = operations.end(blame.operation(slow));
        int i = blame.operation(slow);
        for (; i < operations.size() && operations.due(i) < until; i++) {
          boolean isSlow = slow < blame.size() && blame.operation(slow) == i;
          if (isSlow && itsNext < changed.length && changed[itsNext] == slow) {
            until = Math.max(until, operations.end(i));
            itsNext++;
          }
          // Who was there before is the likelier met the longer it takes: it says nothing of
          // others.
          if (operations.due(i) >= from) {
            some.add(i, isSlow ? slow : -1);
          }
          slow += isSlow ? 1 : 0;
        }
        next = i;
      }
      ofOthers = some.besideOthers();
    }

    /// When the stall began that a slow operation met first of those that are taken out.
    private long begin(int slow) {
      long begin = operations.due(blame.operation(slow));
      for (int share = blame.firstShare(slow); share < blame.firstShare(slow + 1); share++) {
        if (isRemoved[blame.cause(share)] && blame.stall(share) >= 0) {
          begin = Math.max(begin, blame.stalls().get(blame.stall(share)).beginNanoTime());
        }
      }
      return begin;
    }

    /// Adds up what is taken out of a slow operation: for good what the causes took, and whatever
    /// lies in holdups, of which the remaining ones are met again if they still come in its way.
    long removed(int slow) {
      nothingRemoved();
      int end = blame.firstShare(slow + 1);
      for (int each = blame.firstShare(slow); each < end; each++) {
        blame.read(each, share);
        boolean isGone = isRemoved[share.cause()];
        removed += isGone ? share.nanos() : 0;
        if (share.hasStall()) {
          long heldUp = share.directService() + share.aftermathService();
          waitTaken += share.directWait() + share.aftermathWait();
          serviceHeldUp += heldUp;
          serviceAlong += goesAlong[share.cause()] ? heldUp : 0;
        } else {
          waitTaken += isGone ? share.directWait() : 0;
        }
        if (isGone) {
          waitTaken += share.backlogWait();
          serviceInherited += share.backlogService();
        }
      }
      return removed;
    }

    private void nothingRemoved() {
      removed = 0;
      waitTaken = 0;
      serviceHeldUp = 0;
      serviceAlong = 0;
      serviceInherited = 0;
    }

    /// An operation that waited for no other.
    void alone(int operation, int slow) {
      var _ = removed(slow);
      move(operation, endOf(operation, slow, operations.due(operation)));
    }

    /// When an operation would have ended that could have been sent at a moment. Whoever has
    /// nothing removed keeps its service time, whatever that was spent on.
    private long endOf(int i, int slow, long could) {
      long start = could + Math.max(0, late.ofItsOwn(i) - waitTaken);
      long work = work(i) + serviceAlong;
      long end = slow < 0 ? start + work : remaining.advance(start, work, blame.holdups(slow));
      return Math.min(operations.end(i), end);
    }

    /// A backlog is charged with all that an operation in it took beyond normal, be it by itself.
    /// What operations in no backlog take as well is left to it.
    private long work(int i) {
      long byItself = Math.max(0, operations.service(i) - serviceHeldUp);
      OfOthers known = ofOthers;
      return serviceInherited == 0 || known == null
          ? byItself
          : Math.max(byItself - serviceInherited, known.nanos(operations.name(i), byItself));
    }

    /// All operations from one on whose start or end is another than it was.
    ///
    /// @return the first slow operation after them
    int busyPeriod(int first, int firstSlow) {
      connections.reset();
      int earliest = Math.max(0, first - LOOK_BACK - servers);
      int from = late.noneBefore(first, operations.due(first), earliest);
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
        int itsSlow = slow < blame.size() && blame.operation(slow) == i ? slow++ : -1;
        if (itsSlow >= 0) {
          longest = Math.max(longest, removed(itsSlow));
        } else {
          nothingRemoved();
          // Nobody asks why it took longer than normal, as it was quick enough. But there was still
          // a backlog.
          waitTaken = longest;
          serviceInherited = Math.min(longest, aboveNormal(i));
        }
        long could = Math.max(operations.due(i), connections.earliest());
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
      return Math.max(0, operations.service(i) - blame.baseline().normal(operations.name(i)));
    }

    private void move(int operation, long end) {
      moved.add(operations.response(operation), -1);
      moved.add(end - operations.due(operation), 1);
    }
  }
}
