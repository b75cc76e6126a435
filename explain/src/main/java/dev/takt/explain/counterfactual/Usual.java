package dev.takt.explain.counterfactual;

import dev.takt.explain.blame.Blame;
import dev.takt.explain.trace.Counts;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.Ranges;
import java.util.ArrayList;
import java.util.List;

/// What operations take by themselves, for each name: service times without what lies in holdups.
/// Immutable.
final class Usual {

  private final List<Counts> services;

  private Usual(List<Counts> services) {
    this.services = services;
  }

  /// Only the slow ones have anything in holdups: all others count as they were recorded.
  static Usual of(Operations operations, Blame blame) {
    List<Counts> services = new ArrayList<>();
    for (int name = 0; name < operations.names().size(); name++) {
      services.add(operations.durations().services(name));
    }
    for (List<Counts> some :
        Ranges.of(blame.size(), (from, to) -> heldUp(operations, blame, from, to))) {
      for (int name = 0; name < services.size(); name++) {
        services.get(name).add(some.get(name));
      }
    }
    return new Usual(List.copyOf(services));
  }

  private static List<Counts> empty(Operations operations) {
    List<Counts> counts = new ArrayList<>();
    operations.names().forEach(_ -> counts.add(new Counts()));
    return counts;
  }

  /// What slow ones take by themselves, less what they took.
  private static List<Counts> heldUp(Operations operations, Blame blame, int from, int to) {
    List<Counts> services = empty(operations);
    for (int slow = from; slow < to; slow++) {
      int i = blame.operation(slow);
      Counts ofName = services.get(operations.name(i));
      ofName.add(operations.service(i), -1);
      ofName.add(byItself(operations, blame, i, slow));
    }
    return services;
  }

  /// The service time of an operation without what lies in holdups.
  ///
  /// @param slow its place among the slow ones; negative if it was not slow
  static long byItself(Operations operations, Blame blame, int i, int slow) {
    long nanos = operations.service(i);
    if (slow >= 0) {
      for (int share = blame.firstShare(slow); share < blame.firstShare(slow + 1); share++) {
        if (blame.stall(share) >= 0) {
          nanos -= blame.directService(share) + blame.aftermathService(share);
        }
      }
    }
    return Math.max(0, nanos);
  }

  /// Service times of some operations, as [#byItself] has them, by the number of their name.
  static final class Some {
    private final Operations operations;
    private final Blame blame;
    private final List<Counts> services;

    Some(Operations operations, Blame blame) {
      this.operations = operations;
      this.blame = blame;
      services = empty(operations);
    }

    void add(int i, int slow) {
      services.get(operations.name(i)).add(byItself(operations, blame, i, slow));
    }
  }

  /// What some operations would have taken, had they been as the others are: who is in the middle
  /// of them stays in the middle, and what is rare stays rare.
  OfOthers beside(Some some) {
    List<int[]> slots = new ArrayList<>();
    for (int name = 0; name < services.size(); name++) {
      slots.add(services.get(name).ofSameRankBeside(some.services.get(name)));
    }
    return new OfOthers(List.copyOf(slots));
  }
}
