package dev.takt.faults.scoring;

import dev.takt.explain.trace.Operations;
import dev.takt.record.LatencyHistogram;
import java.util.Comparator;
import java.util.List;

/// The response times of a run between its injected faults: the same target on the same machine in
/// the same minute. A reference for counterfactual predictions without the faults; a separate run
/// would have different noise.
public final class FaultFreeResponses {

  /// After this time, the backlog of a fault is gone.
  private static final long SETTLED_NANOS = 150_000_000;

  /// An operation due less than this before a fault may still be in flight when it begins.
  private static final long GUARD_NANOS = 20_000_000;

  private FaultFreeResponses() {}

  /// The response times of operations that were due at least [#SETTLED_NANOS] after a fault and at
  /// least [#GUARD_NANOS] before the next one.
  ///
  /// @param faults the faults, in any order
  public static LatencyHistogram of(Operations operations, List<InjectedFault> faults) {
    List<InjectedFault> inOrder =
        faults.stream().sorted(Comparator.comparingLong(InjectedFault::begin)).toList();
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

  private static boolean isOver(long end, List<InjectedFault> faults, int next) {
    return next == faults.size() || end <= faults.get(next).begin();
  }
}
