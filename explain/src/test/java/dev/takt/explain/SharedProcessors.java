package dev.takt.explain;

import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Stall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Simulates a target with processor sharing, behind a generator with a number of connections: it
/// serves all operations at the same time. After a stall all delayed operations compete: the first
/// one of a backlog is not served before the last one.
public final class SharedProcessors {

  private final int processors;
  private final int connections;
  private final List<Stall> stalls;

  /// @param stalls the intervals in which nothing is served; ordered, without overlap
  public SharedProcessors(int processors, int connections, List<Stall> stalls) {
    this.processors = processors;
    this.connections = connections;
    this.stalls = List.copyOf(stalls);
  }

  private static final class Served {
    private final long due;
    private final double start;
    private double left;

    Served(long due, double start, double left) {
      this.due = due;
      this.start = start;
      this.left = left;
    }
  }

  /// Serves operations.
  ///
  /// @param due the due times, ascending
  /// @param work the time that each operation takes on a CPU of its own, in nanoseconds
  public Operations serve(long[] due, long[] work) {
    OperationsBuilder builder = new OperationsBuilder(List.of("read"));
    List<Served> active = new ArrayList<>();
    Deque<Integer> queue = new ArrayDeque<>();
    double now = 0;
    int next = 0;
    while (next < due.length || !active.isEmpty() || !queue.isEmpty()) {
      while (active.size() < connections && !queue.isEmpty()) {
        int i = queue.remove();
        active.add(new Served(due[i], now, work[i]));
      }
      double pace = isStalled(now) ? 0 : Math.min(1, (double) processors / active.size());
      double until = Math.min(next < due.length ? due[next] : Double.MAX_VALUE, edgeAfter(now));
      for (Served each : active) {
        until = pace == 0 ? until : Math.min(until, now + each.left / pace);
      }
      for (Served each : active) {
        each.left -= (until - now) * pace;
      }
      now = until;
      double end = now;
      active.removeIf(each -> {
        if (each.left > 1e-3) {
          return false;
        }
        builder.add(0, each.due, (long) each.start, (long) end, OperationState.COMPLETED);
        return true;
      });
      while (next < due.length && due[next] <= now) {
        queue.add(next++);
      }
    }
    return builder.build(true);
  }

  private boolean isStalled(double now) {
    return stalls.stream().anyMatch(s -> s.beginNanoTime() <= now && now < s.endNanoTime());
  }

  private double edgeAfter(double now) {
    for (Stall each : stalls) {
      if (each.beginNanoTime() > now) {
        return each.beginNanoTime();
      }
      if (each.endNanoTime() > now) {
        return each.endNanoTime();
      }
    }
    return Double.MAX_VALUE;
  }
}
