package dev.takt.explain.counterfactual;

import dev.takt.explain.blame.Blame;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.queue.Servers;
import dev.takt.explain.trace.Operations;
import dev.takt.record.LatencyHistogram;
import java.util.function.IntPredicate;

/// Sends the recorded arrivals through the generator's queue once more, first come, first served,
/// with the time that causes took from them taken out (D. V. Lindley's recursion, for several
/// servers as J. Kiefer and J. Wolfowitz have it).
///
/// It is exact where operations wait for nothing but the generator's connections and each other. It
/// is a model where the system under test changes its pace when it gets less at a time: that is not
/// known, so service times are taken to stay as they were. Without a schedule, operations were sent
/// when others had ended, and only the service times are told.
///
/// Immutable: several threads can each ask for another replay.
public final class Counterfactual {

  /// Who may still be on a connection when a busy period begins is looked for so far back.
  private static final int LOOK_BACK = 1_024;

  private final Operations operations;
  private final Blame blame;
  private final int servers;
  private final long[] late;
  private final LatencyHistogram recorded = new LatencyHistogram();

  private Counterfactual(Operations operations, Blame blame, int servers, long[] late) {
    this.operations = operations;
    this.blame = blame;
    this.servers = operations.isScheduled() ? servers : Lateness.UNLIMITED;
    this.late = late;
  }

  /// @param servers how many operations the generator could have in flight, or [Lateness#UNLIMITED]
  /// @param late how late each operation was sent, by [Lateness]
  /// @param quickOnes how many operations are not among these because they were quick
  public static Counterfactual of(
      Operations operations, Blame blame, int servers, long[] late, long quickOnes) {
    Counterfactual counterfactual = new Counterfactual(operations, blame, servers, late);
    for (int i = 0; i < operations.size(); i++) {
      counterfactual.recorded.record(operations.response(i));
    }
    if (quickOnes > 0) {
      counterfactual.recorded.record(0, quickOnes);
    }
    return counterfactual;
  }

  /// Response times as they were; without a schedule, service times.
  public LatencyHistogram recorded() {
    return recorded;
  }

  /// Response times as they would have been.
  ///
  /// @param causes those that are taken out, by their places in [Blame#causes]
  public LatencyHistogram without(IntPredicate causes) {
    LatencyHistogram result = new LatencyHistogram();
    result.add(recorded);
    Replay replay = new Replay(causes, result);
    int slow = 0;
    while (slow < blame.size()) {
      int next = blame.operation(slow);
      if (replay.removed(slow) == 0) {
        slow++;
      } else if (servers == Lateness.UNLIMITED) {
        replay.alone(next, slow);
        slow++;
      } else {
        slow = replay.busyPeriod(next, slow);
      }
    }
    return result;
  }

  /// One pass.
  private final class Replay {
    private final IntPredicate causes;
    private final LatencyHistogram result;
    private final Remaining remaining;
    private final Servers connections = new Servers(Math.max(1, servers));
    private long removed;
    private long waitTaken;
    private long serviceTaken;

    Replay(IntPredicate causes, LatencyHistogram result) {
      this.causes = causes;
      this.result = result;
      remaining = Remaining.of(blame.holdups(), causes);
    }

    /// Adds up what is taken out of a slow operation: for good what the causes took, and whatever
    /// lies in holdups, of which the remaining ones are met again if they still come in its way.
    long removed(int slow) {
      nothingRemoved();
      for (int share = blame.firstShare(slow); share < blame.firstShare(slow + 1); share++) {
        boolean isRemoved = causes.test(blame.cause(share));
        removed += isRemoved ? blame.nanos(share) : 0;
        boolean isHoldup = blame.stall(share) >= 0;
        waitTaken += isHoldup ? blame.directWait(share) + blame.aftermathWait(share) : 0;
        serviceTaken += isHoldup ? blame.directService(share) + blame.aftermathService(share) : 0;
        if (isRemoved) {
          waitTaken += blame.inheritedWait(share) - blame.aftermathWait(share);
          waitTaken += isHoldup ? 0 : blame.directWait(share);
          serviceTaken += blame.inheritedService(share) - blame.aftermathService(share);
        }
      }
      return removed;
    }

    private void nothingRemoved() {
      removed = 0;
      waitTaken = 0;
      serviceTaken = 0;
    }

    /// An operation that waited for no other.
    void alone(int operation, int slow) {
      move(operation, endOf(operation, slow, operations.due(operation)));
    }

    /// When an operation would have ended that could have been sent at a moment. Whoever has
    /// nothing removed keeps its service time, whatever that was spent on.
    private long endOf(int i, int slow, long could) {
      long start = could + Math.max(0, late[i] - waitTaken);
      long work = Math.max(0, operations.service(i) - serviceTaken);
      long end = slow < 0 ? start + work : remaining.advance(start, work, blame.holdups(slow));
      return Math.min(operations.end(i), end);
    }

    /// All operations from one on whose start or end is another than it was.
    ///
    /// @return the first slow operation after them
    int busyPeriod(int first, int firstSlow) {
      connections.reset();
      int from = Math.max(0, first - LOOK_BACK - servers);
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
          serviceTaken = Math.min(longest, aboveNormal(i));
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
      result.record(operations.response(operation), -1);
      result.record(end - operations.due(operation));
    }
  }
}
