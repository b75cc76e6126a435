package dev.takt.explain.counterfactual;

import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.attribution.Share;
import dev.takt.explain.trace.DurationHistogram;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.ParallelRanges;
import java.util.ArrayList;
import java.util.List;

/// The distributions of service times without blocked intervals, for each name. Immutable.
final class ServiceBaseline {

  private final Operations operations;
  private final List<DurationHistogram> services;

  /// For each slow operation, its service time without blocked intervals.
  private final long[] unblockedServices;

  private ServiceBaseline(
      Operations operations, List<DurationHistogram> services, long[] unblockedServices) {
    this.operations = operations;
    this.services = services;
    this.unblockedServices = unblockedServices;
  }

  /// Only slow operations have blocked intervals: all others count as recorded.
  static ServiceBaseline of(Operations operations, AttributionResult attribution) {
    List<DurationHistogram> services = new ArrayList<>();
    for (int name = 0; name < operations.names().size(); name++) {
      services.add(operations.durations().services(name));
    }
    long[] unblocked = new long[attribution.size()];
    for (List<DurationHistogram> some :
        ParallelRanges.map(
            attribution.size(),
            (from, to) -> corrections(operations, attribution, from, to, unblocked))) {
      for (int name = 0; name < services.size(); name++) {
        services.get(name).add(some.get(name));
      }
    }
    return new ServiceBaseline(operations, List.copyOf(services), unblocked);
  }

  private static List<DurationHistogram> empty(Operations operations) {
    List<DurationHistogram> counts = new ArrayList<>();
    operations.names().forEach(_ -> counts.add(new DurationHistogram()));
    return counts;
  }

  /// The correction for a range of slow operations: their service times without blocked intervals
  /// added, their recorded ones subtracted.
  private static List<DurationHistogram> corrections(
      Operations operations, AttributionResult attribution, int from, int to, long[] unblocked) {
    List<DurationHistogram> services = empty(operations);
    Share share = new Share();
    for (int slow = from; slow < to; slow++) {
      int i = attribution.operation(slow);
      long service = operations.service(i);
      unblocked[slow] = unblockedNanos(service, attribution, slow, share);
      if (unblocked[slow] != service) {
        DurationHistogram ofName = services.get(operations.name(i));
        ofName.add(service, -1);
        ofName.add(unblocked[slow]);
      }
    }
    return services;
  }

  private static long unblockedNanos(
      long service, AttributionResult attribution, int slow, Share share) {
    long nanos = service;
    int end = attribution.firstShare(slow + 1);
    for (int each = attribution.firstShare(slow); each < end; each++) {
      attribution.read(each, share);
      nanos -= share.hasStall() ? share.directService() + share.contentionService() : 0;
    }
    return Math.max(0, nanos);
  }

  /// An empty selection.
  Selection emptySelection() {
    return new Selection();
  }

  /// A selection of operations: their service times without blocked intervals, by the index of
  /// their name. Not thread-safe.
  final class Selection {
    private final List<DurationHistogram> selected = empty(operations);

    /// @param slow the operation's index among the slow ones; negative if it was not slow
    void add(int i, int slow) {
      long nanos = slow < 0 ? operations.service(i) : unblockedServices[slow];
      selected.get(operations.name(i)).add(nanos);
    }

    /// Maps the times of the selected operations to those of the same rank among all others: the
    /// median to the median, a rare value to an equally rare one.
    RankMatchedTimes matchRanks() {
      List<int[]> slots = new ArrayList<>();
      for (int name = 0; name < services.size(); name++) {
        slots.add(services.get(name).mapRanks(selected.get(name)));
      }
      return RankMatchedTimes.of(slots);
    }
  }
}
