package dev.takt.explain.blame;

import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Waits of one thread, each of which begins as soon as the one before it is over: a thread that
/// has to write and then to force what it wrote does both for the same operation, most likely.
///
/// @param waits by their numbers, in the order of their begins; one or more
/// @param begin of the first
/// @param end of the one that ends last
/// @param pauseNanos how long it waited for nothing in between
/// @param errorNanos how far either can be from the truth
record Visit(List<Integer> waits, long begin, long end, long pauseNanos, long errorNanos) {

  /// More in a row are cut, so that it takes no longer to look at many.
  private static final int MOST_WAITS = 16;

  /// The longest first; of equals, which comes first.
  static final Comparator<Visit> BY_LENGTH =
      Comparator.comparingLong((Visit each) -> each.begin - each.end)
          .thenComparingLong(Visit::begin)
          .thenComparingInt(each -> each.waits.getFirst());

  /// A thread, as far as it is known.
  private record Waiter(Side side, Object identity) {

    static Waiter of(Stall wait, int number) {
      Stall.Actor thread = wait.thread();
      if (thread == null) {
        return new Waiter(wait.side(), number);
      }
      Long known = thread.osThread();
      return new Waiter(wait.side(), known != null ? known : thread.name());
    }
  }

  private static Visit of(List<Stall> stalls, List<Integer> waits) {
    long begin = stalls.get(waits.getFirst()).beginNanoTime();
    long end = begin;
    long pause = 0;
    long error = 0;
    for (int each : waits) {
      Stall wait = stalls.get(each);
      pause += Math.max(0, wait.beginNanoTime() - end);
      end = Math.max(end, wait.endNanoTime());
      error = Math.max(error, wait.errorNanos());
    }
    return new Visit(List.copyOf(waits), begin, end, pause, error);
  }

  /// All waits, those of one thread together that follow each other soon enough.
  ///
  /// @param waits by their numbers, in any order
  /// @param gapNanos how much later than the end of all before it the next one can begin
  static List<Visit> of(List<Stall> stalls, List<Integer> waits, long gapNanos) {
    Map<Waiter, List<Integer>> byThread = new HashMap<>();
    for (int each : inOrder(stalls, waits)) {
      byThread.computeIfAbsent(Waiter.of(stalls.get(each), each), _ -> new ArrayList<>()).add(each);
    }
    List<Visit> visits = new ArrayList<>();
    for (List<Integer> ofThread : byThread.values()) {
      List<Integer> together = new ArrayList<>();
      long end = 0;
      for (int each : ofThread) {
        Stall wait = stalls.get(each);
        boolean isLate = !together.isEmpty() && wait.beginNanoTime() - end > gapNanos;
        if (isLate || together.size() == MOST_WAITS) {
          visits.add(of(stalls, together));
          together.clear();
        }
        end = together.isEmpty() ? wait.endNanoTime() : Math.max(end, wait.endNanoTime());
        together.add(each);
      }
      visits.add(of(stalls, together));
    }
    return visits;
  }

  private static List<Integer> inOrder(List<Stall> stalls, List<Integer> waits) {
    List<Integer> ordered = new ArrayList<>(waits);
    ordered.sort(
        Comparator.comparingLong((Integer each) -> stalls.get(each).beginNanoTime())
            .thenComparingLong(each -> stalls.get(each).endNanoTime())
            .thenComparingInt(each -> each));
    return ordered;
  }

  /// Both sides of its longest pause; there are none of a single wait.
  List<Visit> parts(List<Stall> stalls) {
    int cut = 0;
    long longest = Long.MIN_VALUE;
    long end = Long.MIN_VALUE;
    for (int i = 0; i < waits.size(); i++) {
      Stall wait = stalls.get(waits.get(i));
      if (i > 0 && wait.beginNanoTime() - end > longest) {
        longest = wait.beginNanoTime() - end;
        cut = i;
      }
      end = Math.max(end, wait.endNanoTime());
    }
    return cut == 0
        ? List.of()
        : List.of(of(stalls, waits.subList(0, cut)), of(stalls, waits.subList(cut, waits.size())));
  }
}
