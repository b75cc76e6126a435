package dev.takt.faults.scoring;

import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.attribution.Share;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.trace.Operations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Compares an attribution with injected faults.
///
/// A fault is responsible for each slow operation that overlaps it or its backlog, which lasts
/// until no operation waits any more or eight operations in a row were quick. A cause attributed to
/// such an operation is correct if one of its faults expects it.
///
/// Where faults of two kinds overlap, they must be distinguished. So the time inside stalls that a
/// cause is attributed counts as correct only up to the overlap of its faults with the operation,
/// plus two milliseconds. And where a fault delays only some operations, service time of others
/// that is attributed to it is wrong.
public final class AttributionScorer {

  private static final int FAST_OPERATIONS_TO_DRAIN = 8;

  /// Operations that were due up to this long before a fault are checked for an overlap.
  private static final long MAX_LOOK_BACK_NANOS = 30_000_000_000L;

  private static final long TOLERANCE_NANOS = 2_000_000;

  private final Operations operations;
  private final AttributionResult attribution;
  private final Map<Integer, List<InjectedFault>> faultsOf = new HashMap<>();
  private final Map<Cause, Long> wrong = new HashMap<>();
  private long slow;
  private long excess;
  private long correct;
  private long unexplained;

  private AttributionScorer(Operations operations, AttributionResult attribution) {
    this.operations = operations;
    this.attribution = attribution;
  }

  /// Scores the attribution of the operations that faults made slow.
  public static AttributionScore score(
      Operations operations, AttributionResult attribution, List<InjectedFault> faults) {
    AttributionScorer scorer = new AttributionScorer(operations, attribution);
    int felt = scorer.findFaults(faults);
    scorer.add(scorer.faultsOf.keySet());
    return scorer.score(faults.size(), felt);
  }

  /// Scores the attribution of all other slow operations. All of it counts as wrong, although the
  /// true causes are unknown.
  public static AttributionScore elsewhere(
      Operations operations, AttributionResult attribution, List<InjectedFault> faults) {
    AttributionScorer scorer = new AttributionScorer(operations, attribution);
    int felt = scorer.findFaults(faults);
    Set<Integer> others = new HashSet<>();
    for (int i = 0; i < attribution.size(); i++) {
      if (!scorer.faultsOf.containsKey(i)) {
        others.add(i);
      }
    }
    scorer.add(others);
    return scorer.score(faults.size(), felt);
  }

  private AttributionScore score(int faults, int felt) {
    return new AttributionScore(faults, felt, slow, excess, correct, wrong, unexplained);
  }

  private int findFaults(List<InjectedFault> faults) {
    int felt = 0;
    for (InjectedFault each : faults) {
      felt += findAffected(each) ? 1 : 0;
    }
    return felt;
  }

  /// Finds the operations that a fault is responsible for.
  ///
  /// @return whether there are any
  private boolean findAffected(InjectedFault fault) {
    boolean any = false;
    long until = fault.end();
    int quick = 0;
    for (int i = operations.firstDueFrom(fault.begin() - MAX_LOOK_BACK_NANOS);
        i < operations.size() && operations.due(i) - until < 0 && quick < FAST_OPERATIONS_TO_DRAIN;
        i++) {
      int place = attribution.indexOf(i);
      if (place < 0) {
        quick += operations.due(i) - fault.end() >= 0 ? 1 : 0;
      } else if (operations.end(i) - fault.begin() > 0) {
        quick = 0;
        until = Math.max(until, operations.end(i));
        faultsOf.computeIfAbsent(place, _ -> new ArrayList<>()).add(fault);
        any = true;
      }
    }
    return any;
  }

  private void add(Set<Integer> places) {
    for (int place : places) {
      slow++;
      excess += attribution.excess(place);
      unexplained += attribution.unexplained(place);
      for (int share = attribution.firstShare(place);
          share < attribution.firstShare(place + 1);
          share++) {
        long good = correctNanos(place, share);
        correct += good;
        if (attribution.nanos(share) > good) {
          Cause cause = attribution.causes().get(attribution.cause(share));
          wrong.merge(cause, attribution.nanos(share) - good, Long::sum);
        }
      }
    }
  }

  /// How much of a share is correct.
  private long correctNanos(int place, int share) {
    int operation = attribution.operation(place);
    List<InjectedFault> faults = faultsOf.getOrDefault(place, List.of());
    Cause cause = attribution.causes().get(attribution.cause(share));
    List<InjectedFault> accepting = faults.stream().filter(each -> each.expects(cause)).toList();
    if (accepting.isEmpty()) {
      return 0;
    }
    String name = operations.names().get(operations.name(operation));
    boolean hurt = accepting.stream().anyMatch(each -> each.affects(name));
    Share its = attribution.share(share);
    long ofWait = its.directWait();
    long ofService = hurt ? its.directService() : 0;
    long inherited = its.inheritedWait() + (hurt ? its.inheritedService() : 0);
    long most = areDifferentKinds(faults) ? overlap(operation, accepting) : Long.MAX_VALUE;
    return Math.min(most, ofWait + ofService) + inherited;
  }

  private long overlap(int operation, List<InjectedFault> faults) {
    long common = TOLERANCE_NANOS;
    for (InjectedFault each : faults) {
      common += each.overlap(operations.due(operation), operations.end(operation));
    }
    return common;
  }

  private static boolean areDifferentKinds(List<InjectedFault> faults) {
    return faults.stream().map(InjectedFault::causes).distinct().count() > 1;
  }
}
