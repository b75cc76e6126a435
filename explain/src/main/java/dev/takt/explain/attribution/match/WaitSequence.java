package dev.takt.explain.attribution.match;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A sequence of waits of one thread, each of which begins right after the previous one has ended:
/// a thread that writes a file and then forces it most likely does both for the same operation.
///
/// @param waits the indexes of the stalls, ordered by begin; at least one
/// @param begin the begin of the first wait
/// @param end the end of the wait that ends last
/// @param pauseNanos the total time between the waits
/// @param errorNanos the maximum error of begin and end
record WaitSequence(List<Integer> waits, long begin, long end, long pauseNanos, long errorNanos) {

  /// Longer sequences are split, to limit the time for fitting them.
  private static final int MAX_WAITS = 16;

  /// The longest first; among equals, the earliest.
  static final Comparator<WaitSequence> BY_LENGTH =
      Comparator.comparingLong((WaitSequence each) -> each.begin - each.end)
          .thenComparingLong(WaitSequence::begin)
          .thenComparingInt(each -> each.waits.getFirst());

  /// Identifies a thread by its id, else by its name; an unknown thread equals no other.
  private record ThreadKey(Side side, Object identity) {

    static ThreadKey of(Stall wait, int number) {
      Stall.Actor thread = wait.thread();
      if (thread == null) {
        return new ThreadKey(wait.side(), number);
      }
      Long known = thread.osThread();
      return new ThreadKey(wait.side(), known != null ? known : thread.name());
    }
  }

  private static WaitSequence of(List<Stall> stalls, List<Integer> waits) {
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
    return new WaitSequence(List.copyOf(waits), begin, end, pause, error);
  }

  /// Groups the waits of each thread into sequences.
  ///
  /// @param waits the indexes of the stalls, in any order
  /// @param gapNanos the maximum gap between the end of the waits so far and the begin of the next
  static List<WaitSequence> of(List<Stall> stalls, List<Integer> waits, long gapNanos) {
    Map<ThreadKey, List<Integer>> byThread = new HashMap<>();
    for (int each : inOrder(stalls, waits)) {
      byThread
          .computeIfAbsent(ThreadKey.of(stalls.get(each), each), _ -> new ArrayList<>())
          .add(each);
    }
    List<WaitSequence> visits = new ArrayList<>();
    for (List<Integer> ofThread : byThread.values()) {
      List<Integer> together = new ArrayList<>();
      long end = 0;
      for (int each : ofThread) {
        Stall wait = stalls.get(each);
        boolean isLate = !together.isEmpty() && wait.beginNanoTime() - end > gapNanos;
        if (isLate || together.size() == MAX_WAITS) {
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

  /// Splits the sequence at its longest gap; empty for a single wait.
  List<WaitSequence> split(List<Stall> stalls) {
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
