package dev.takt.explain.trace;

import dev.takt.runs.trace.JourneySteps;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The operations of several machines in one, sorted by due time. They have no trace ids, since
/// each machine has its own.
///
/// @param operations all operations
/// @param machines the index of the machine of each operation
/// @param indexes the index of each operation among those of its machine
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MergedOperations(Operations operations, int[] machines, int[] indexes) {

  /// Merges operations.
  ///
  /// @param machines the operations of each machine, with the same names, on one clock; at least
  ///   one machine
  public static MergedOperations of(List<Operations> machines) {
    int size = machines.stream().mapToInt(Operations::size).reduce(0, Math::addExact);
    Columns all = new Columns(size);
    int[] owners = new int[size];
    int[] indexes = new int[size];
    int[] next = new int[machines.size()];
    PriorityQueue<Integer> first =
        new PriorityQueue<>(
            Comparator.comparingLong((Integer each) -> machines.get(each).due(next[each]))
                .thenComparingInt(each -> each));
    for (int i = 0; i < next.length; i++) {
      if (machines.get(i).size() > 0) {
        first.add(i);
      }
    }
    JourneySteps steps = steps(machines);
    while (!first.isEmpty()) {
      int owner = first.remove();
      Operations from = machines.get(owner);
      int i = next[owner]++;
      owners[all.size] = owner;
      indexes[all.size] = i;
      from.copyTo(all, i, steps != null);
      if (next[owner] < from.size()) {
        first.add(owner);
      }
    }
    boolean isScheduled = machines.getFirst().isScheduled();
    Operations merged =
        new Operations(machines.getFirst().names(), isScheduled, all, null, null, steps, null);
    return new MergedOperations(merged, owners, indexes);
  }

  /// The numbers of users are those of the whole: each user is on one machine.
  private static @Nullable JourneySteps steps(List<Operations> machines) {
    JourneySteps steps = machines.getFirst().journeys();
    return machines.stream().allMatch(each -> Objects.equals(each.journeys(), steps))
        ? steps
        : null;
  }
}
