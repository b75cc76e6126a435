package dev.takt.explain.counterfactual;

import dev.takt.explain.blame.Blame;
import dev.takt.explain.blame.Share;
import dev.takt.explain.trace.Counts;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.Ranges;
import java.util.ArrayList;
import java.util.List;

/// The distributions of service times without blocked intervals, for each name. Immutable.
final class Usual {

  private final Operations operations;
  private final List<Counts> services;

  /// For each slow operation, its service time without blocked intervals.
  private final long[] slowByThemselves;

  private Usual(Operations operations, List<Counts> services, long[] slowByThemselves) {
    this.operations = operations;
    this.services = services;
    this.slowByThemselves = slowByThemselves;
  }

  /// Only slow operations have blocked intervals: all others count as recorded.
  static Usual of(Operations operations, Blame blame) {
    List<Counts> services = new ArrayList<>();
    for (int name = 0; name < operations.names().size(); name++) {
      services.add(operations.durations().services(name));
    }
    long[] byThemselves = new long[blame.size()];
    for (List<Counts> some :
        Ranges.of(blame.size(), (from, to) -> heldUp(operations, blame, from, to, byThemselves))) {
      for (int name = 0; name < services.size(); name++) {
        services.get(name).add(some.get(name));
      }
    }
    return new Usual(operations, List.copyOf(services), byThemselves);
  }

  private static List<Counts> empty(Operations operations) {
    List<Counts> counts = new ArrayList<>();
    operations.names().forEach(_ -> counts.add(new Counts()));
    return counts;
  }

  /// The correction for a range of slow operations: their service times without blocked intervals
  /// added, their recorded ones subtracted.
  private static List<Counts> heldUp(
      Operations operations, Blame blame, int from, int to, long[] byThemselves) {
    List<Counts> services = empty(operations);
    Share share = new Share();
    for (int slow = from; slow < to; slow++) {
      int i = blame.operation(slow);
      long service = operations.service(i);
      byThemselves[slow] = byItself(service, blame, slow, share);
      if (byThemselves[slow] != service) {
        Counts ofName = services.get(operations.name(i));
        ofName.add(service, -1);
        ofName.add(byThemselves[slow]);
      }
    }
    return services;
  }

  private static long byItself(long service, Blame blame, int slow, Share share) {
    long nanos = service;
    int end = blame.firstShare(slow + 1);
    for (int each = blame.firstShare(slow); each < end; each++) {
      blame.read(each, share);
      nanos -= share.hasStall() ? share.directService() + share.aftermathService() : 0;
    }
    return Math.max(0, nanos);
  }

  /// An empty selection.
  Some none() {
    return new Some();
  }

  /// A selection of operations: their service times without blocked intervals, by the index of
  /// their name. Not thread-safe.
  final class Some {
    private final List<Counts> ofSome = empty(operations);

    /// @param slow the operation's index among the slow ones; negative if it was not slow
    void add(int i, int slow) {
      long nanos = slow < 0 ? operations.service(i) : slowByThemselves[slow];
      ofSome.get(operations.name(i)).add(nanos);
    }

    /// Maps the times of the selected operations to those of the same rank among all others: the
    /// median to the median, a rare value to an equally rare one.
    OfOthers besideOthers() {
      List<int[]> slots = new ArrayList<>();
      for (int name = 0; name < services.size(); name++) {
        slots.add(services.get(name).ofSameRankBeside(ofSome.get(name)));
      }
      return OfOthers.of(slots);
    }
  }
}
