package dev.takt.explain.attribution.match;

import dev.takt.explain.trace.Operations;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/// Matches the waits of threads to the operations that the threads served. Not thread-safe.
///
/// No observer records which thread served which operation, so this is inferred from the times. A
/// thread that waited 20 ms for a lock served an operation that was in flight for all of that time,
/// most likely the closest fit: the one that began last and ended first. Each wait is assigned to
/// at most one operation, and an operation to one thread at a time. Consecutive waits of a thread
/// are assigned to the same operation if that fits them together as closely as other operations fit
/// them one by one.
public final class WaitMatcher {

  /// How much later the generator can observe an effect of a thread's wait: the network and two
  /// schedulers are in between.
  private static final long TOLERANCE_NANOS = 200_000;

  /// The maximum number of candidates that are compared: among more, a match would be arbitrary.
  private static final int MAX_CANDIDATES = 4_096;

  private final Operations operations;
  private final int[] slow;

  /// The latest end of the slow operations up to each one; empty if there are no waits to match.
  private long[] latestEnd = new long[0];

  private final Map<Integer, List<Integer>> byOperation = new HashMap<>();

  /// The operations that have waits. A fast filter: checked for each slow operation, and few have
  /// any.
  private final BitSet hasWaits = new BitSet();

  /// @param slow the indexes of the slow operations, ascending
  public WaitMatcher(Operations operations, int[] slow) {
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

  /// Assigns waits to operations.
  ///
  /// @param waits the indexes of the stalls
  public void match(List<Stall> stalls, List<Integer> waits) {
    if (waits.isEmpty()) {
      return;
    }
    findLatestEnds();
    PriorityQueue<WaitSequence> left = new PriorityQueue<>(WaitSequence.BY_LENGTH);
    left.addAll(WaitSequence.of(stalls, waits, TOLERANCE_NANOS));
    while (!left.isEmpty()) {
      WaitSequence visit = left.remove();
      Fit fit = closestFit(stalls, visit);
      List<WaitSequence> parts = visit.split(stalls);
      if (!parts.isEmpty() && fit.slack > slack(stalls, parts)) {
        left.addAll(parts);
      } else if (fit.operation >= 0) {
        byOperation.computeIfAbsent(fit.operation, _ -> new ArrayList<>()).addAll(visit.waits());
        hasWaits.set(fit.operation);
      }
    }
  }

  /// The operation that fits best, and how much longer it took than the waits.
  ///
  /// @param operation its index; negative if there is none
  private record Fit(int operation, long slack) {}

  /// The total slack of several sequences, each fitted on its own, as a whole or in parts.
  private long slack(List<Stall> stalls, List<WaitSequence> visits) {
    long slack = 0;
    for (WaitSequence each : visits) {
      Fit fit = closestFit(stalls, each);
      // A sequence without an operation explains nothing: its whole length counts as slack.
      long whole = fit.operation < 0 ? each.end() - each.begin() : fit.slack;
      List<WaitSequence> parts = each.split(stalls);
      slack += parts.isEmpty() ? whole : Math.min(whole, slack(stalls, parts));
    }
    return slack;
  }

  private Fit closestFit(List<Stall> stalls, WaitSequence wait) {
    Side side = stalls.get(wait.waits().getFirst()).side();
    long tolerance = TOLERANCE_NANOS + wait.errorNanos();
    long latestStart = wait.begin() + tolerance;
    long earliestEnd = wait.end() - tolerance;
    int best = -1;
    long least = Long.MAX_VALUE;
    int looked = 0;
    for (int i = lastDueBy(latestStart); i >= 0 && latestEnd[i] >= earliestEnd; i--) {
      if (++looked > MAX_CANDIDATES) {
        break;
      }
      int operation = slow[i];
      long start = operations.start(operation);
      long end = operations.end(operation);
      boolean fits = start <= latestStart && end >= earliestEnd;
      long slack = slack(wait, start, end);
      if (side == Side.GENERATOR) {
        // The wait can also have delayed sending: then it was over when the operation started.
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
    return new Fit(best, best < 0 ? least : least + wait.pauseNanos());
  }

  private static long slack(WaitSequence wait, long begin, long end) {
    return Math.abs(end - wait.end()) + Math.abs(wait.begin() - begin);
  }

  /// The last slow operation that was due by a moment, by its index among the slow ones; -1 if
  /// there is none.
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

  private boolean isFree(List<Stall> stalls, int operation, WaitSequence wait) {
    Stall first = stalls.get(wait.waits().getFirst());
    for (int each : waitsOf(operation)) {
      Stall other = stalls.get(each);
      boolean overlap = other.beginNanoTime() < wait.end() && wait.begin() < other.endNanoTime();
      if (overlap && !isSameThread(other, first)) {
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

  /// The waits that were assigned to an operation, by the indexes of their stalls.
  public List<Integer> waitsOf(int operation) {
    return hasWaits.get(operation) ? byOperation.getOrDefault(operation, List.of()) : List.of();
  }

  /// The operations with assigned waits, in no particular order.
  public Set<Integer> operations() {
    return byOperation.keySet();
  }

  /// All waits that were assigned to an operation, ascending.
  public List<Integer> allWaits() {
    return byOperation.values().stream().flatMap(List::stream).sorted().toList();
  }
}
