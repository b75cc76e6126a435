package dev.takt.explain;

import dev.takt.explain.Explanation.Part;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.JourneyExplanation.CauseTime;
import dev.takt.explain.JourneyExplanation.SlowUser;
import dev.takt.explain.JourneyExplanation.StepTime;
import dev.takt.explain.JourneyExplanation.Tail;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.trace.JourneyUsers;
import dev.takt.explain.trace.JourneyUsers.JourneyUser;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Relates the causes of slow steps to the journeys that they were part of. Not thread-safe.
final class JourneyExplainer {

  /// The slowest 1 % of the users are the tail of a journey.
  private static final int TAIL = 100;

  private static final int MAX_USERS = 20;

  private final JourneyUsers users;
  private final IntFunction<SlowOperation> operations;
  private final List<Ranked> ranked = new ArrayList<>();
  private long incomplete;

  /// The users of a journey, by the places where they are.
  ///
  /// @param tail the slowest, in descending order
  /// @param active the slowest without their think times; null if there are no think times
  private record Ranked(
      String name, int count, List<Integer> tail, @Nullable List<Integer> active) {}

  /// A user's place, and the time by which users are compared.
  private record Timed(int place, long nanos) {}

  /// @param operations explains an operation by its index
  JourneyExplainer(JourneyUsers users, IntFunction<SlowOperation> operations) {
    this.users = users;
    this.operations = operations;
    int journeys = users.journeys().size();
    List<List<Timed>> responses = lists(journeys);
    List<List<Timed>> actives = lists(journeys);
    boolean[] hasThought = new boolean[journeys];
    for (int place = 0; place < users.size(); place++) {
      JourneyUser user = users.at(place);
      if (user == null) {
        incomplete += users.isIncomplete(place) ? 1 : 0;
      } else if (users.isCounted(user)) {
        responses.get(user.journey()).add(new Timed(place, user.response()));
        actives.get(user.journey()).add(new Timed(place, user.active()));
        hasThought[user.journey()] |= user.thinking() > 0;
      }
    }
    for (int i = 0; i < journeys; i++) {
      if (!responses.get(i).isEmpty()) {
        ranked.add(
            new Ranked(
                users.journeys().get(i),
                responses.get(i).size(),
                longest(responses.get(i)),
                hasThought[i] ? longest(actives.get(i)) : null));
      }
    }
  }

  private static List<List<Timed>> lists(int count) {
    List<List<Timed>> lists = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }

  /// The places of the slowest users, of equal ones the earlier first.
  private static List<Integer> longest(List<Timed> times) {
    return times.stream()
        .sorted(Comparator.comparingLong(Timed::nanos).reversed().thenComparingInt(Timed::place))
        .limit(Math.ceilDiv(times.size(), TAIL))
        .map(Timed::place)
        .toList();
  }

  /// How many users are left out because steps of theirs are not in the trace.
  long incomplete() {
    return incomplete;
  }

  /// The explanation of each journey that users did.
  ///
  /// @param slowest the maximum number of single users of each, up to 20
  List<JourneyExplanation> explain(int slowest) {
    return ranked.stream().map(each -> explain(each, slowest)).toList();
  }

  private JourneyExplanation explain(Ranked journey, int slowest) {
    List<Integer> active = journey.active;
    return new JourneyExplanation(
        journey.name,
        journey.count,
        tail(journey.tail, JourneyUser::response),
        active == null ? null : tail(active, JourneyUser::active),
        (active == null ? journey.tail : active)
            .stream()
                .limit(Math.min(slowest, MAX_USERS))
                .map(this::at)
                .map(this::slowUser)
                .toList());
  }

  private JourneyUser at(int place) {
    return Objects.requireNonNull(users.at(place));
  }

  private SlowUser slowUser(JourneyUser user) {
    return new SlowUser(
        user.number(),
        user.arrival(),
        user.end(),
        user.thinking(),
        user.path().stream().map(operations::apply).toList());
  }

  private Tail tail(List<Integer> places, ToLongFunction<JourneyUser> time) {
    long response = 0;
    long thinking = 0;
    Map<String, StepSums> byStep = new LinkedHashMap<>();
    for (int place : places) {
      JourneyUser user = at(place);
      response += user.response();
      thinking += user.thinking();
      for (int step : user.path()) {
        SlowOperation operation = operations.apply(step);
        byStep.computeIfAbsent(operation.name(), _ -> new StepSums()).add(operation);
      }
    }
    List<StepTime> steps = new ArrayList<>();
    byStep.forEach((name, sums) -> steps.add(sums.of(name)));
    steps.sort(Comparator.comparingLong(StepTime::response).reversed());
    return new Tail(
        places.size(),
        time.applyAsLong(at(places.getLast())),
        response,
        thinking,
        List.copyOf(steps));
  }

  /// The sums of one step.
  private static final class StepSums {
    private final Map<Cause, Long> causes = new LinkedHashMap<>();
    private long waiting;
    private long service;
    private long unexplained;

    void add(SlowOperation operation) {
      waiting += operation.times().waiting();
      service += operation.times().service();
      unexplained += operation.unexplainedWait() + operation.unexplainedService();
      for (Part each : operation.parts()) {
        causes.merge(each.cause(), each.nanos(), Long::sum);
      }
    }

    StepTime of(String name) {
      List<CauseTime> times = new ArrayList<>();
      causes.forEach((cause, nanos) -> times.add(new CauseTime(cause, nanos)));
      times.sort(Comparator.comparingLong(CauseTime::nanos).reversed());
      return new StepTime(name, waiting, service, List.copyOf(times), unexplained);
    }
  }
}
