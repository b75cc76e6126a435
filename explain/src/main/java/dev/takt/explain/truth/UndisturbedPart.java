package dev.takt.explain.truth;

import dev.takt.explain.trace.Operations;
import dev.takt.record.LatencyHistogram;
import java.util.Comparator;
import java.util.List;

/// What operations of a run with faults took while there was none: the same target on the same
/// machine in the same minute. What is predicted for the run without its faults can be held against
/// it; a run of another minute has another minute's noise.
public final class UndisturbedPart {

  /// So long after a fault its backlog is gone.
  private static final long SETTLED_NANOS = 150_000_000;

  /// Who is due so shortly before a fault may still be there when it begins.
  private static final long GUARD_NANOS = 20_000_000;

  private UndisturbedPart() {}

  /// The response times of operations that were due a while after a fault and a little before the
  /// next one.
  ///
  /// @param faults in any order
  public static LatencyHistogram of(Operations operations, List<KnownFault> faults) {
    List<KnownFault> inOrder =
        faults.stream().sorted(Comparator.comparingLong(KnownFault::begin)).toList();
    LatencyHistogram responses = new LatencyHistogram();
    int next = 0;
    long from = Long.MIN_VALUE;
    for (int i = 0; i < operations.size(); i++) {
      long due = operations.due(i);
      while (next < inOrder.size() && inOrder.get(next).begin() - GUARD_NANOS <= due) {
        from = Math.max(from, inOrder.get(next).end() + SETTLED_NANOS);
        next++;
      }
      if (due >= from && isOver(operations.end(i), inOrder, next)) {
        responses.record(operations.response(i));
      }
    }
    return responses;
  }

  private static boolean isOver(long end, List<KnownFault> faults, int next) {
    return next == faults.size() || end <= faults.get(next).begin();
  }
}
