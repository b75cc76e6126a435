package dev.takt.explain;

import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Simulates a first come, first served queue with several servers, which all stop during stalls:
/// every delay is known.
public final class StalledQueue {

  private final int servers;
  private final boolean isElsewhere;
  private final List<Stall> stalls = new ArrayList<>();

  public StalledQueue(int servers) {
    this(servers, false);
  }

  private StalledQueue(int servers, boolean isElsewhere) {
    this.servers = servers;
    this.isElsewhere = isElsewhere;
  }

  /// A queue whose servers wait for work elsewhere: it cannot begin during a stall, but continues
  /// during it, and its end is noticed when the stall is over.
  public static StalledQueue ofWorkElsewhere(int servers) {
    return new StalledQueue(servers, true);
  }

  /// Stops all servers. Stalls must be added in the order of time and not overlap.
  public StalledQueue stall(StallKind kind, long begin, long end) {
    return stall(stall(kind, kind.lowerCase(), begin, end));
  }

  public StalledQueue stall(Stall stall) {
    stalls.add(stall);
    return this;
  }

  public static Stall stall(StallKind kind, String cause, long begin, long end) {
    return Stall.of(kind, Side.TARGET, new Stall.Interval(begin, end, 0, "test")).withCause(cause);
  }

  /// Adds a safepoint of the target's JVM, or a part of it.
  ///
  /// @param stop the number of the safepoint
  public static Stall stopOf(StallKind kind, long stop, long begin, long end) {
    String cause = kind.lowerCase();
    return Stall.of(kind, Side.TARGET, new Stall.Interval(begin, end, 0, "test"))
        .withCause(cause)
        .withStop(stop);
  }

  /// Adds a wait of one thread of the target.
  public static Stall wait(StallKind kind, String thread, String cause, long begin, long end) {
    Actor actor = Actor.named(thread);
    return Stall.of(kind, Side.TARGET, new Stall.Interval(begin, end, 0, "test"))
        .withThread(actor)
        .withCause(cause);
  }

  public List<Stall> stalls() {
    return stalls;
  }

  /// The same queue without stalls of a kind.
  public StalledQueue without(StallKind kind) {
    StalledQueue other = new StalledQueue(servers, isElsewhere);
    stalls.stream().filter(each -> each.kind() != kind).forEach(other::stall);
    return other;
  }

  /// Serves operations.
  ///
  /// @param due the due times, ascending
  /// @param work the service time of each operation, in nanoseconds
  public Operations serve(long[] due, long[] work) {
    long[] free = new long[servers];
    Arrays.fill(free, Long.MIN_VALUE);
    OperationsBuilder builder = new OperationsBuilder(List.of("read"));
    for (int i = 0; i < due.length; i++) {
      int first = 0;
      for (int s = 1; s < servers; s++) {
        first = free[s] < free[first] ? s : first;
      }
      long start = Math.max(due[i], free[first]);
      long end = endOf(start, work[i]);
      free[first] = end;
      builder.add(0, due[i], start, end, OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  private long endOf(long start, long work) {
    return isElsewhere ? runningFrom(runningFrom(start) + work) : endOfOwn(start, work);
  }

  /// The next moment outside all stalls.
  private long runningFrom(long moment) {
    for (Stall each : stalls) {
      if (each.beginNanoTime() <= moment && moment < each.endNanoTime()) {
        return each.endNanoTime();
      }
    }
    return moment;
  }

  private long endOfOwn(long start, long work) {
    long at = start;
    long left = work;
    for (Stall each : stalls) {
      if (each.endNanoTime() <= at) {
        continue;
      }
      long until = Math.max(at, each.beginNanoTime());
      if (until - at >= left) {
        break;
      }
      left -= until - at;
      at = each.endNanoTime();
    }
    return at + left;
  }
}
