package dev.takt.explain.trace;

import dev.takt.runs.model.OperationState;
import dev.takt.runs.trace.JourneySteps;
import dev.takt.runs.trace.TraceBlock;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The users of a run's journeys, with the steps of each. Users who arrived before the measured
/// part are not among them.
///
/// Immutable and thread-safe.
public final class JourneyUsers {

  private static final int NONE = -1;

  /// More users than this for each step mean that the numbers are not those of steps.
  private static final int MAX_USERS_PER_STEP = 64;

  private static final long MAX_USERS = 1 << 28;

  private final Operations operations;
  private final JourneySteps steps;

  /// The last step of each user, by due time; negative if there is none.
  private final int[] last;

  /// The step of the same user before each step; negative for the first.
  private final int[] before;

  /// A user who did a journey, as far as the run went.
  ///
  /// @param number the number of the arrival in the schedule
  /// @param journey the index of the journey
  /// @param arrival when the user arrived
  /// @param end when the last step ended
  /// @param thinking the time between the steps
  /// @param path the steps that the time was spent with, in their order: of steps that were under
  ///   way at once, the one that ended last; by their indexes among the operations
  public record JourneyUser(
      long number, int journey, long arrival, long end, long thinking, List<Integer> path) {

    /// From the arrival to the end of the last step.
    public long response() {
      return end - arrival;
    }

    /// The same without the time between the steps.
    public long active() {
      return response() - thinking;
    }

    /// The last step on the path.
    public int lastStep() {
      return path.getLast();
    }
  }

  private JourneyUsers(Operations operations, JourneySteps steps, int[] last, int[] before) {
    this.operations = operations;
    this.steps = steps;
    this.last = last;
    this.before = before;
  }

  /// The users of operations; null if these are no steps of journeys, or it is not known whose.
  public static @Nullable JourneyUsers of(Operations operations) {
    JourneySteps steps = operations.journeys();
    if (steps == null || operations.size() == 0) {
      return null;
    }
    long first = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < operations.size(); i++) {
      long number = operations.number(i);
      if (number == TraceBlock.NO_NUMBER) {
        return null;
      }
      first = Math.min(first, steps.user(number));
      most = Math.max(most, steps.user(number));
    }
    if (first < 0
        || most - first >= Math.min((long) MAX_USERS_PER_STEP * operations.size(), MAX_USERS)) {
      return null;
    }
    int[] last = new int[Math.toIntExact(most - first + 1)];
    Arrays.fill(last, NONE);
    int[] before = new int[operations.size()];
    for (int i = 0; i < before.length; i++) {
      int user = (int) (steps.user(operations.number(i)) - first);
      before[i] = last[user];
      last[user] = i;
    }
    return new JourneyUsers(operations, steps, last, before);
  }

  /// The names of the journeys.
  public List<String> journeys() {
    return steps.journeys();
  }

  /// The number of places for users; some have none.
  public int size() {
    return last.length;
  }

  /// Whether the trace has a user's first step, and lacks another one.
  public boolean isIncomplete(int place) {
    int[] all = stepsOf(place);
    return all.length > 0 && isFirst(all[0]) && !isWhole(all);
  }

  /// The user at a place; null if there is none, if steps are missing, or if the user arrived
  /// before the measured part.
  public @Nullable JourneyUser at(int place) {
    int[] all = stepsOf(place);
    if (all.length == 0 || !isWhole(all)) {
      return null;
    }
    int step = lastOf(all);
    long[] latestEnds = latestEnds(all);
    Integer[] path = new Integer[all.length];
    int from = all.length;
    long thinking = 0;
    long end = operations.end(all[step]);
    while (step >= 0) {
      path[--from] = all[step];
      long due = operations.due(all[step]);
      step = endedBefore(all, latestEnds, step, due);
      if (operations.isScheduled()) { // otherwise a step is due when it is sent
        thinking += step < 0 ? due - operations.due(all[0]) : due - operations.end(all[step]);
      }
    }
    return new JourneyUser(
        steps.user(operations.number(all[0])),
        steps.journeyOf().get(operations.name(all[0])),
        operations.due(all[0]),
        end,
        thinking,
        List.of(Arrays.copyOfRange(path, from, path.length)));
  }

  /// The step with which the journey ended: the first failure, or the latest end.
  private int lastOf(int[] all) {
    int last = all.length - 1;
    int failure = NONE;
    for (int i = 0; i < all.length; i++) {
      long end = operations.end(all[i]);
      last = end >= operations.end(all[last]) ? i : last;
      if (isFailure(all[i]) && (failure < 0 || end < operations.end(all[failure]))) {
        failure = i;
      }
    }
    return failure < 0 ? last : failure;
  }

  private boolean isFailure(int operation) {
    OperationState state = operations.state(operation);
    return state == OperationState.FAILED || state == OperationState.TIMED_OUT;
  }

  /// The latest end of the steps up to each of them.
  private long[] latestEnds(int[] all) {
    long[] latest = new long[all.length];
    for (int i = 0; i < all.length; i++) {
      latest[i] = Math.max(operations.end(all[i]), i == 0 ? Long.MIN_VALUE : latest[i - 1]);
    }
    return latest;
  }

  /// The step before `step` that ended last, at `due` at the latest; negative for none. Of steps in
  /// a sequence only one is looked at.
  private int endedBefore(int[] all, long[] latestEnds, int step, long due) {
    int found = NONE;
    for (int i = step - 1; i >= 0; i--) {
      long end = operations.end(all[i]);
      if (end <= due && (found < 0 || end > operations.end(all[found]))) {
        found = i;
      }
      if (found >= 0 && (i == 0 || latestEnds[i - 1] <= operations.end(all[found]))) {
        break;
      }
    }
    return found;
  }

  private int[] stepsOf(int place) {
    int count = 0;
    for (int i = last[place]; i >= 0; i = before[i]) {
      count++;
    }
    int[] all = new int[count];
    for (int i = last[place]; i >= 0; i = before[i]) {
      all[--count] = i;
    }
    return all;
  }

  private boolean isFirst(int operation) {
    return steps.index(operations.number(operation)) == 0;
  }

  /// Whether no step between the first and the last is missing.
  private boolean isWhole(int[] all) {
    long most = 0;
    for (int each : all) {
      most = Math.max(most, steps.index(operations.number(each)));
    }
    return isFirst(all[0]) && most == all.length - 1;
  }

  /// Whether the last step of a user was a success, or had no end yet: such users are in the
  /// journey's response time.
  public boolean isCounted(JourneyUser user) {
    return !isFailure(user.lastStep());
  }
}
