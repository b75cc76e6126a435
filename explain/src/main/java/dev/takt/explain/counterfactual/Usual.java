package dev.takt.explain.counterfactual;

import dev.takt.explain.blame.Blame;
import dev.takt.explain.blame.Share;
import dev.takt.explain.trace.Counts;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.Ranges;
import java.util.ArrayList;
import java.util.List;

/// What operations take by themselves, for each name: service times without what lies in holdups.
/// Immutable.
final class Usual {

  private final Operations operations;
  private final List<Counts> services;

  /// Of each slow operation, the service time without what lies in holdups.
  private final long[] slowByThemselves;

  private Usual(Operations operations, List<Counts> services, long[] slowByThemselves) {
    this.operations = operations;
    this.services = services;
    this.slowByThemselves = slowByThemselves;
  }

  /// Only the slow ones have anything in holdups: all others count as they were recorded.
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

  /// What slow ones take by themselves, less what they took.
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

  /// None of the operations yet.
  Some none() {
    return new Some();
  }

  /// Service times of some of the operations without what lies in holdups, by the number of their
  /// name. For one thread.
  final class Some {
    private final List<Counts> ofSome = empty(operations);

    /// @param slow the operation's place among the slow ones; negative if it was not slow
    void add(int i, int slow) {
      long nanos = slow < 0 ? operations.service(i) : slowByThemselves[slow];
      ofSome.get(operations.name(i)).add(nanos);
    }

    /// What they would have taken, had they been as the others are: who is in the middle of them
    /// stays in the middle, and what is rare stays rare.
    OfOthers besideOthers() {
      List<int[]> slots = new ArrayList<>();
      for (int name = 0; name < services.size(); name++) {
        slots.add(services.get(name).ofSameRankBeside(ofSome.get(name)));
      }
      return OfOthers.of(slots);
    }
  }
}
