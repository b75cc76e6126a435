package dev.takt.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.JourneyExplanation.CauseTime;
import dev.takt.explain.JourneyExplanation.SlowUser;
import dev.takt.explain.JourneyExplanation.StepTime;
import dev.takt.explain.JourneyExplanation.Tail;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.trace.JourneySteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Users log in within 5 ms, think for 30 ms, and order within 20 ms, while the target is stopped
/// from 1.000 s to 1.180 s: it is known what each of them waited for.
final class JourneyExplainerTest {

  private static final long MS = 1_000_000;
  private static final int USERS = 400;
  private static final int SERVERS = 500;
  private static final int STRIDE = 3;

  /// When the target begins and ends to be stopped.
  private static final long BEGIN = 1_000 * MS;

  private static final long END = 1_180 * MS;

  private static final Stall STOP =
      Stall.of(StallKind.STOPPED, Side.TARGET, new Stall.Interval(BEGIN, END, 0, "test"));

  private static final JourneySteps STEPS =
      new JourneySteps(STRIDE, false, List.of("shop", "other"), List.of(0, 0));

  /// When an answer comes of what takes `nanos` without a stop.
  private static long answer(long start, long nanos) {
    long begins = start >= BEGIN && start < END ? END : start;
    return begins + nanos > BEGIN && begins < BEGIN ? begins + nanos + END - BEGIN : begins + nanos;
  }

  private static long arrival(int user) {
    return user * (5 * MS);
  }

  private static OperationsBuilder operations(long think) {
    return operations(think, _ -> true);
  }

  private static OperationsBuilder operations(long think, IntPredicate users) {
    OperationsBuilder builder = new OperationsBuilder(List.of("shop.login", "shop.order"));
    for (int user : IntStream.range(0, USERS).filter(users).toArray()) {
      long login = answer(arrival(user), 5 * MS);
      long due = login + think;
      OperationState ends = user == 7 ? OperationState.TIMED_OUT : OperationState.COMPLETED;
      long end = user == 7 ? due + 5_000 * MS : answer(due, 20 * MS);
      builder.add(
          0, arrival(user), arrival(user), login, OperationState.COMPLETED, (long) user * STRIDE);
      if (user != 11) {
        builder.add(1, due, due, end, ends, (long) user * STRIDE + (user == 13 ? 2 : 1));
      }
    }
    return builder;
  }

  private static Explanation explain(long think) {
    Explainer explainer =
        new Explainer(
            operations(think).build(STEPS), StallIndex.of(List.of(STOP)), SERVERS, 0, false);
    return explainer.explain(3, List.of("a note"));
  }

  /// The order of four users was in flight or due when the stop began: login 5 ms, think 30 ms,
  /// order 200 ms. The first of them is user 190.
  @Test
  void aSlowUserHasTheStepThatMetTheStopAndWhatItCost() {
    Explanation explanation = explain(30 * MS);
    JourneyExplanation shop = explanation.operations().journeys().getFirst();
    assertThat(explanation.operations().journeys()).hasSize(1);
    assertThat(shop.name()).isEqualTo("shop");
    // Without the one who timed out, and the one of whom a step is missing.
    assertThat(shop.users()).isEqualTo(USERS - 2);

    SlowUser slowest = shop.slowest().getFirst();
    assertThat(slowest.number()).isEqualTo(190);
    assertThat(slowest.arrival()).isEqualTo(arrival(190));
    assertThat(slowest.response()).isEqualTo(235 * MS);
    assertThat(slowest.thinking()).isEqualTo(30 * MS);
    assertThat(slowest.steps())
        .extracting(SlowOperation::name)
        .containsExactly("shop.login", "shop.order");
    SlowOperation order = slowest.steps().get(1);
    assertThat(order.times().response()).isEqualTo(200 * MS);
    assertThat(order.parts()).hasSize(1);
    assertThat(order.parts().getFirst().cause().kind()).isEqualTo(StallKind.STOPPED);
    assertThat(order.parts().getFirst().nanos()).isEqualTo(180 * MS);
    assertThat(slowest.steps().getFirst().parts()).isEmpty();
    assertThat(explanation.notes())
        .containsExactly(
            "a note",
            "Users who are not explained, because operations.bin lacks steps of theirs: 1.");
  }

  /// Each user is on one of three machines, of which the target's stop is known.
  @Test
  void usersOfSeveralMachinesAreExplainedAsThoseOfOne() {
    List<MergedExplainer.Part> parts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int machine = i;
      Explainer own =
          new Explainer(
              operations(30 * MS, user -> user % 3 == machine).build(STEPS),
              StallIndex.of(List.of(STOP)),
              SERVERS,
              0,
              false);
      parts.add(new MergedExplainer.Part("m" + i, own, List.of(MovedStall.own(STOP))));
    }
    JourneyExplanation merged =
        MergedExplainer.of(parts).explain(3, List.of()).operations().journeys().getFirst();
    JourneyExplanation whole = explain(30 * MS).operations().journeys().getFirst();
    assertThat(merged.users()).isEqualTo(USERS - 2);
    assertThat(merged.tail()).isEqualTo(whole.tail());
    assertThat(merged.active()).isEqualTo(whole.active());
    SlowUser slowest = merged.slowest().getFirst();
    assertThat(slowest.number()).isEqualTo(190);
    assertThat(slowest.response()).isEqualTo(235 * MS);
    assertThat(slowest.steps()).extracting(each -> each.sender().machine()).containsOnly("m1");
  }

  /// Users are in flight with one step when the stop begins; the slowest 1 % are four.
  @Test
  void theTailIsMadeUpOfThinkTimeStepsAndCauses() {
    JourneyExplanation shop = explain(30 * MS).operations().journeys().getFirst();
    Tail active = Objects.requireNonNull(shop.active());
    assertThat(active.users()).isEqualTo(4);
    assertThat(active.thinking()).isEqualTo(4 * 30 * MS);
    assertThat(active.least()).isEqualTo(205 * MS);
    assertThat(active.response()).isEqualTo(4 * 235 * MS);
    assertThat(shop.tail())
        .isEqualTo(new Tail(4, 235 * MS, 4 * 235 * MS, 4 * 30 * MS, active.steps()));
    StepTime order = active.steps().getFirst();
    assertThat(order)
        .isEqualTo(
            new StepTime(
                "shop.order",
                0,
                4 * 200 * MS,
                List.of(new CauseTime(Cause.of(STOP), 4 * 180 * MS)),
                0));
    assertThat(active.steps().get(1))
        .isEqualTo(new StepTime("shop.login", 0, 4 * 5 * MS, List.of(), 0));
  }

  /// Nothing but think times differs from the response time.
  @Test
  void withoutThinkTimesThereIsOneTail() {
    JourneyExplanation shop = explain(0).operations().journeys().getFirst();
    assertThat(shop.active()).isNull();
    assertThat(shop.tail().thinking()).isZero();
    assertThat(shop.slowest()).hasSize(3);
  }
}
