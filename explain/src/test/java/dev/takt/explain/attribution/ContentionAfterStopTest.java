package dev.takt.explain.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.counterfactual.Counterfactual;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.record.ThreadRole;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// One operation per millisecond. The target is stopped from 50 to 60 ms, and answers are read only
/// at 63 ms, since the generator's event loop has no CPU.
final class ContentionAfterStopTest {

  private static final long MS = 1_000_000;
  private static final long TARGET = 71;
  private static final long GENERATOR = 72;
  private static final long STRANGER = 73;
  private static final Cause STOP = new Cause(Side.TARGET, StallKind.STOPPED, null);

  /// The excess of ten operations until 60 ms and three until 63 ms: the time beyond 1 µs.
  private static final long INSIDE = 55 * MS;

  private static final long AFTER = (10 * 3 + 3 + 2 + 1) * MS;

  private static Operations operations() {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (int i = 0; i < 100; i++) {
      long end = i >= 50 && i < 63 ? 63 * MS : i * MS;
      builder.add(0, i * MS, i * MS, end + 1_000, OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  private static Stall stop(long begin, long end) {
    return stall(StallKind.STOPPED, Side.TARGET, begin, end, 0, null, null);
  }

  private static Stall loopWaits(long begin, long end, long culprit) {
    return stall(
        StallKind.RUN_QUEUE,
        Side.GENERATOR,
        begin,
        end,
        0,
        new Actor(ThreadRole.EVENT_LOOP.threadName(0), GENERATOR, 1L, null),
        new Actor("busy", culprit, 2L, null));
  }

  /// A stall that shows which process is the target.
  private static Stall elsewhere() {
    return stall(
        StallKind.RUN_QUEUE, Side.TARGET, 0, MS, 0, new Actor("worker", TARGET, 3L, null), null);
  }

  private static Stall stall(
      StallKind kind,
      Side side,
      long begin,
      long end,
      long error,
      @Nullable Actor thread,
      @Nullable Actor culprit) {
    return Stall.of(kind, side, new Stall.Interval(begin, end, error, "test"))
        .withThread(thread)
        .withCulprit(culprit);
  }

  private static AttributionResult blame(List<Stall> stalls) {
    Operations operations = operations();
    return Attribution.of(
        operations, stalls, Baseline.of(operations), 16, Lateness.of(operations, 16));
  }

  private static Map<Cause, Long> sums(AttributionResult blame) {
    Map<Cause, Long> sums = new HashMap<>();
    for (int share = 0; share < blame.shares(); share++) {
      sums.merge(blame.causes().get(blame.cause(share)), blame.nanos(share), Long::sum);
    }
    return sums;
  }

  private static Cause behind(long culprit) {
    return Cause.of(loopWaits(0, 1, culprit));
  }

  @Test
  void contentionBetweenTargetAndGeneratorAfterAStopIsAttributedToTheStop() {
    for (long culprit : new long[] {TARGET, GENERATOR}) {
      List<Stall> stalls = new ArrayList<>();
      stalls.add(stop(50 * MS, 60 * MS));
      stalls.add(loopWaits(60 * MS, 63 * MS, culprit));
      stalls.add(elsewhere());
      for (int turn = 0; turn < 2; turn++) {
        AttributionResult blame = blame(stalls);
        assertThat(sums(blame)).containsExactly(Map.entry(STOP, INSIDE + AFTER));
        long inherited = 0;
        for (int share = 0; share < blame.shares(); share++) {
          inherited += blame.share(share).inheritedWait() + blame.share(share).inheritedService();
        }
        assertThat(inherited).isEqualTo(AFTER);
        Collections.reverse(stalls);
      }
    }
  }

  @Test
  void waitForAnotherProcessIsACauseOfItsOwn() {
    AttributionResult blame =
        blame(List.of(stop(50 * MS, 60 * MS), loopWaits(60 * MS, 63 * MS, STRANGER), elsewhere()));

    assertThat(sums(blame))
        .containsExactlyInAnyOrderEntriesOf(Map.of(STOP, INSIDE, behind(STRANGER), AFTER));
  }

  /// Contention after a stop of 2 ms is attributed to it up to 2 ms.
  @Test
  void contentionIsLimitedToTheLengthOfTheStop() {
    AttributionResult blame =
        blame(List.of(stop(58 * MS, 60 * MS), loopWaits(60 * MS, 63 * MS, TARGET), elsewhere()));

    assertThat(sums(blame).get(behind(TARGET))).isCloseTo(AFTER, within(MS / 10));
  }

  /// A meter that was late during the stop, and other threads that were, do not use up its limit.
  @Test
  void hiccupsDuringTheStopDoNotUseUpItsLimit() {
    Stall during = stall(StallKind.HICCUP, Side.HOST, 50 * MS, 60 * MS, MS, null, null);
    Stall same = stall(StallKind.HICCUP, Side.GENERATOR, 60 * MS, 63 * MS, MS, null, null);
    AttributionResult blame =
        blame(
            List.of(
                stop(50 * MS, 60 * MS),
                during,
                same,
                same,
                same,
                loopWaits(60 * MS, 63 * MS, TARGET),
                elsewhere()));

    assertThat(sums(blame)).containsExactly(Map.entry(STOP, INSIDE + AFTER));
  }

  /// A meter that was late before the stop and again after it was late for two reasons: the first
  /// part is a cause of its own, the second is attributed to the stop. The meter's sampling period
  /// does not matter.
  @Test
  void piecesOfAHiccupSplitByAStopAreAttributedSeparately() {
    for (long error : new long[] {1_000, MS, 4 * MS}) {
      assertPiecesAreAttributedSeparately(
          stall(StallKind.HICCUP, Side.TARGET, 48 * MS, 63 * MS, error, null, null));
    }
  }

  private static void assertPiecesAreAttributedSeparately(Stall hiccup) {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (int i = 0; i < 100; i++) {
      long end = i >= 48 && i < 63 ? 63 * MS : i * MS;
      builder.add(0, i * MS, i * MS, end + 1_000, OperationState.COMPLETED);
    }
    Operations operations = builder.build(true);
    for (List<Stall> stalls :
        List.of(List.of(stop(50 * MS, 60 * MS), hiccup), List.of(hiccup, stop(50 * MS, 60 * MS)))) {
      Map<Cause, Long> sums =
          sums(
              Attribution.of(
                  operations, stalls, Baseline.of(operations), 16, Lateness.of(operations, 16)));

      assertThat(sums)
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  Cause.of(hiccup), (2 + 1) * MS, STOP, INSIDE + 2 * 10 * MS + AFTER + 2 * 3 * MS));
    }
  }

  @Test
  void contentionThatBeganBeforeTheStopIsNotAttributedToIt() {
    AttributionResult blame =
        blame(List.of(stop(50 * MS, 60 * MS), loopWaits(49 * MS, 63 * MS, TARGET), elsewhere()));

    assertThat(sums(blame).get(behind(TARGET))).isCloseTo(AFTER, within(MS / 10));
  }

  /// An operation that would have been answered at once does not overlap the other process's work.
  @Test
  void withoutTheStopOnlyOverlappingOperationsAreDelayedByTheOtherProcess() {
    Operations operations = operations();
    AttributionResult blame =
        blame(List.of(stop(50 * MS, 60 * MS), loopWaits(60 * MS, 63 * MS, STRANGER), elsewhere()));
    Counterfactual counterfactual =
        Counterfactual.of(operations, blame, 16, Lateness.of(operations, 16), 0);
    var without = counterfactual.without(each -> blame.causes().get(each).equals(STOP));

    assertThat(without.max()).isBetween(3 * MS, 3 * MS + 10_000);
    assertThat(without.valueAtPercentile(97)).isLessThan(10_000);
    assertThat(counterfactual.without(_ -> true).max()).isLessThan(10_000);
  }

  @Test
  void hiccupExplainedByAStopIsNotACause() {
    Stall hiccup = stall(StallKind.HICCUP, Side.TARGET, 49 * MS, 61 * MS, MS, null, null);
    Map<Cause, Long> sums = sums(blame(List.of(stop(50 * MS, 60 * MS), hiccup)));

    assertThat(sums).doesNotContainKey(Cause.of(hiccup));
    assertThat(sums.get(STOP)).isGreaterThanOrEqualTo(INSIDE);
  }

  @Test
  void hiccupIsIgnoredIfTheMetersOwnWaitIsRecorded() {
    Stall hiccup = stall(StallKind.HICCUP, Side.GENERATOR, 60 * MS, 63 * MS, MS, null, null);
    Stall wait =
        stall(
            StallKind.RUN_QUEUE,
            Side.GENERATOR,
            60 * MS,
            63 * MS,
            0,
            new Actor("takt-hiccup-met", GENERATOR, 4L, null),
            new Actor("busy", STRANGER, 2L, null));

    assertThat(sums(blame(List.of(hiccup)))).containsKey(Cause.of(hiccup));
    assertThat(sums(blame(List.of(hiccup, wait)))).doesNotContainKey(Cause.of(hiccup));
  }
}
