package dev.takt.explain.blame;

import dev.takt.explain.trace.Operations;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which operation a thread served when it had to wait.
///
/// Nobody records that. But who waited for a lock for 20 ms served an operation that was in flight
/// for all of that time, and most likely the one that fits closest: that had begun last and ended
/// first. So each wait is given to at most one operation, and an operation to one thread at a time.
final class Matches {

  /// Between a thread's wait and what the generator sees of it are the network and two schedulers.
  private static final long TOLERANCE_NANOS = 200_000;

  /// Of so many operations that could be meant, no one can be told to be it.
  private static final int MOST_CANDIDATES = 4_096;

  private final Operations operations;
  private final int[] slow;

  /// Up to each slow operation; empty where there are no waits to be given to them.
  private long[] latestEnd = new long[0];

  private final Map<Integer, List<Integer>> byOperation = new HashMap<>();

  /// Those that have any: asked for each slow operation, and few have.
  private final BitSet given = new BitSet();

  /// @param slow the slow operations, in their order
  Matches(Operations operations, int[] slow) {
    this.operations = operations;
    this.slow = slow;
  }

  private void findLatestEnds() {
    latestEnd = new long[slow.length];
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < slow.length; i++) {
      latest = Math.max(latest, operations.end(slow[i]));
      latestEnd[i] = latest;
    }
  }

  /// Gives waits to operations.
  ///
  /// @param waits numbers of stalls
  void match(List<Stall> stalls, List<Integer> waits) {
    if (waits.isEmpty()) {
      return;
    }
    findLatestEnds();
    List<Integer> byLength = new ArrayList<>(waits);
    byLength.sort(
        Comparator.comparingLong((Integer each) -> -stalls.get(each).nanos())
            .thenComparingLong(each -> stalls.get(each).beginNanoTime())
            .thenComparingInt(each -> each));
    for (int each : byLength) {
      int found = closest(stalls, stalls.get(each));
      if (found >= 0) {
        byOperation.computeIfAbsent(found, _ -> new ArrayList<>()).add(each);
        given.set(found);
      }
    }
  }

  private int closest(List<Stall> stalls, Stall wait) {
    long tolerance = TOLERANCE_NANOS + wait.errorNanos();
    long latestStart = wait.beginNanoTime() + tolerance;
    long earliestEnd = wait.endNanoTime() - tolerance;
    int best = -1;
    long least = Long.MAX_VALUE;
    int looked = 0;
    for (int i = lastDueBy(latestStart); i >= 0 && latestEnd[i] >= earliestEnd; i--) {
      if (++looked > MOST_CANDIDATES) {
        break;
      }
      int operation = slow[i];
      long start = operations.start(operation);
      long end = operations.end(operation);
      boolean fits = start <= latestStart && end >= earliestEnd;
      long slack = slack(wait, start, end);
      if (wait.side() == Side.GENERATOR) {
        // A worker can have been late to send as well: then its wait was over when that began.
        fits |= start >= earliestEnd;
        slack = Math.min(slack, slack(wait, operations.due(operation), start));
      }
      if (fits) {
        if (slack < least && isFree(stalls, operation, wait)) {
          least = slack;
          best = operation;
        }
      }
    }
    return best;
  }

  private static long slack(Stall wait, long begin, long end) {
    return Math.abs(end - wait.endNanoTime()) + Math.abs(wait.beginNanoTime() - begin);
  }

  /// The last slow operation that was due by a moment, among the slow; -1 if there is none.
  private int lastDueBy(long moment) {
    int low = 0;
    int high = slow.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (operations.due(slow[middle]) <= moment) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private boolean isFree(List<Stall> stalls, int operation, Stall wait) {
    for (int each : of(operation)) {
      Stall other = stalls.get(each);
      boolean overlap =
          other.beginNanoTime() < wait.endNanoTime() && wait.beginNanoTime() < other.endNanoTime();
      if (overlap && !isSameThread(other, wait)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSameThread(Stall one, Stall other) {
    Stall.Actor a = one.thread();
    Stall.Actor b = other.thread();
    return a != null
        && b != null
        && (a.osThread() != null ? a.osThread().equals(b.osThread()) : a.name().equals(b.name()));
  }

  /// The waits that an operation was given, by the numbers of their stalls.
  List<Integer> of(int operation) {
    return given.get(operation) ? byOperation.getOrDefault(operation, List.of()) : List.of();
  }

  /// The operations that were given any, in no order.
  Set<Integer> operations() {
    return byOperation.keySet();
  }

  /// All waits that were given to an operation.
  List<Integer> all() {
    return byOperation.values().stream().flatMap(List::stream).sorted().toList();
  }
}
