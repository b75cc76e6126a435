package dev.takt.faults.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.attribution.Attribution;
import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.attribution.Baseline;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Simulated runs of one operation per millisecond that takes 1 µs; some take longer.
final class AttributionScorerTest {

  private static final long MS = 1_000_000;
  private static final long NORMAL = 1_000;
  private static final int SERVERS = 64;

  private static final List<ExpectedCause> STOPPED =
      List.of(ExpectedCause.of(Side.TARGET, StallKind.STOPPED));
  private static final List<ExpectedCause> GC =
      List.of(ExpectedCause.of(Side.TARGET, StallKind.GC_PAUSE, "System.gc()"));
  private static final List<ExpectedCause> LOCK =
      List.of(ExpectedCause.of(Side.TARGET, StallKind.MONITOR_WAIT, "shop.Gate"));

  /// Operations that are due in an interval end with it; every second one is named `b`.
  private static Operations pausedFrom(long begin, long end) {
    OperationsBuilder builder = new OperationsBuilder(List.of("a", "b"));
    for (int i = 0; i < 200; i++) {
      long due = i * MS;
      long from = due >= begin && due < end ? end : due;
      builder.add(i % 2, due, due, from + NORMAL, OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  private static Stall stall(StallKind kind, long begin, long end, @Nullable String cause) {
    return Stall.of(kind, Side.TARGET, new Stall.Interval(begin, end, 0, "test")).withCause(cause);
  }

  private static AttributionResult blame(Operations operations, Stall... stalls) {
    return Attribution.of(
        operations,
        List.of(stalls),
        Baseline.of(operations),
        SERVERS,
        Lateness.of(operations, SERVERS));
  }

  /// The sum of 1 to 10 ms.
  private static final long EXCESS_OF_TEN = 55 * MS;

  @Test
  void matchingStallIsCorrect() {
    Operations operations = pausedFrom(50 * MS, 60 * MS);
    AttributionResult blame = blame(operations, stall(StallKind.STOPPED, 50 * MS, 60 * MS, null));
    List<InjectedFault> faults = List.of(new InjectedFault(50 * MS, 60 * MS, STOPPED, null));

    assertThat(AttributionScorer.score(operations, blame, faults))
        .isEqualTo(new AttributionScore(1, 1, 10, EXCESS_OF_TEN, EXCESS_OF_TEN, Map.of(), 0));
    assertThat(AttributionScorer.elsewhere(operations, blame, faults))
        .isEqualTo(new AttributionScore(1, 1, 0, 0, 0, Map.of(), 0));
  }

  @Test
  void stallOfAnotherKindIsWrong() {
    Operations operations = pausedFrom(50 * MS, 60 * MS);
    AttributionResult blame = blame(operations, stall(StallKind.GC_PAUSE, 50 * MS, 60 * MS, "G1"));
    Cause cause = new Cause(Side.TARGET, StallKind.GC_PAUSE, "G1");

    AttributionScore score =
        AttributionScorer.score(
            operations, blame, List.of(new InjectedFault(50 * MS, 60 * MS, STOPPED, null)));

    assertThat(score)
        .isEqualTo(
            new AttributionScore(1, 1, 10, EXCESS_OF_TEN, 0, Map.of(cause, EXCESS_OF_TEN), 0));
    assertThat(score.worst()).contains(cause);
    assertThat(score.wrongShare(cause)).isEqualTo(1);
    assertThat(score.correctShare()).isZero();
  }

  @Test
  void collectionWithAnotherCauseIsWrong() {
    Operations operations = pausedFrom(50 * MS, 60 * MS);
    AttributionResult blame = blame(operations, stall(StallKind.GC_PAUSE, 50 * MS, 60 * MS, "G1"));

    assertThat(
            AttributionScorer.score(
                    operations, blame, List.of(new InjectedFault(50 * MS, 60 * MS, GC, null)))
                .correct())
        .isZero();
  }

  @Test
  void timeWithoutACauseIsUnexplained() {
    Operations operations = pausedFrom(50 * MS, 60 * MS);
    AttributionScore score =
        AttributionScorer.score(
            operations,
            blame(operations),
            List.of(new InjectedFault(50 * MS, 60 * MS, STOPPED, null)));

    assertThat(score)
        .isEqualTo(new AttributionScore(1, 1, 10, EXCESS_OF_TEN, 0, Map.of(), EXCESS_OF_TEN));
    assertThat(score.unexplainedShare()).isEqualTo(1);
  }

  @Test
  void operationsBeforeAndAfterAFaultAreNotScored() {
    Operations operations = pausedFrom(50 * MS, 60 * MS);
    AttributionResult blame = blame(operations, stall(StallKind.STOPPED, 50 * MS, 60 * MS, null));
    Cause cause = new Cause(Side.TARGET, StallKind.STOPPED, null);
    List<InjectedFault> faults =
        List.of(
            new InjectedFault(20 * MS, 30 * MS, STOPPED, null),
            new InjectedFault(100 * MS, 110 * MS, STOPPED, null));

    assertThat(AttributionScorer.score(operations, blame, faults))
        .isEqualTo(new AttributionScore(2, 0, 0, 0, 0, Map.of(), 0));
    assertThat(AttributionScorer.elsewhere(operations, blame, faults))
        .isEqualTo(
            new AttributionScore(2, 0, 10, EXCESS_OF_TEN, 0, Map.of(cause, EXCESS_OF_TEN), 0));
  }

  /// Three of the ten were due after the fault, but within its backlog.
  @Test
  void backlogIsScoredForTheFault() {
    Operations operations = pausedFrom(50 * MS, 60 * MS);
    AttributionResult blame = blame(operations, stall(StallKind.STOPPED, 50 * MS, 60 * MS, null));

    assertThat(
            AttributionScorer.score(
                    operations, blame, List.of(new InjectedFault(50 * MS, 57 * MS, STOPPED, null)))
                .operations())
        .isEqualTo(10);
  }

  /// Otherwise, one operation that never ends would make everything after it a backlog.
  @Test
  void backlogEndsAfterQuickOperations() {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (int i = 0; i < 100; i++) {
      long took = i == 10 ? 80 * MS : i == 60 ? 5 * MS : NORMAL;
      builder.add(0, i * MS, i * MS, i * MS + took, OperationState.COMPLETED);
    }
    Operations operations = builder.build(true);

    AttributionScore score =
        AttributionScorer.score(
            operations,
            blame(operations),
            List.of(new InjectedFault(10 * MS, 20 * MS, STOPPED, null)));

    assertThat(score.operations()).isEqualTo(1);
    assertThat(score.excess()).isEqualTo(80 * MS - NORMAL);
  }

  /// A stop from 50 to 60 and a collection from 60 to 70, all of which is attributed to the
  /// collection. Of the 20 operations that waited 1 to 20 ms, only the time after 60 plus 2 ms is
  /// correct.
  @Test
  void overlappingFaultsOfTwoKindsAreDistinguished() {
    Operations operations = pausedFrom(50 * MS, 70 * MS);
    List<InjectedFault> faults =
        List.of(
            new InjectedFault(50 * MS, 60 * MS, STOPPED, null),
            new InjectedFault(60 * MS, 70 * MS, GC, null));
    AttributionResult mixed =
        blame(operations, stall(StallKind.GC_PAUSE, 50 * MS, 70 * MS, "System.gc()"));
    AttributionResult apart =
        blame(
            operations,
            stall(StallKind.STOPPED, 50 * MS, 60 * MS, null),
            stall(StallKind.GC_PAUSE, 60 * MS, 70 * MS, "System.gc()"));

    AttributionScore confused = AttributionScorer.score(operations, mixed, faults);
    AttributionScore scored = AttributionScorer.score(operations, apart, faults);

    assertThat(scored.excess()).isEqualTo(210 * MS);
    assertThat(scored.correct()).isEqualTo(scored.excess());
    // For those due at 50 to 57, 8 to 1 ms of their wait before 60 are wrong.
    assertThat(confused.wrong())
        .containsExactly(
            Map.entry(new Cause(Side.TARGET, StallKind.GC_PAUSE, "System.gc()"), 36 * MS));
    assertThat(confused.correct()).isEqualTo(174 * MS);
  }

  /// Operations named `b` do not pass the lock.
  @Test
  void partialFaultIsWrongForServiceTimeOfOtherOperations() {
    Operations operations = pausedFrom(50 * MS, 60 * MS);
    Stall[] waits = {
      stall(StallKind.MONITOR_WAIT, 50 * MS, 60 * MS, "shop.Gate"),
      stall(StallKind.MONITOR_WAIT, 51 * MS, 60 * MS, "shop.Gate")
    };
    AttributionResult blame = blame(operations, waits);
    Cause cause = new Cause(Side.TARGET, StallKind.MONITOR_WAIT, "shop.Gate");

    AttributionScore all =
        AttributionScorer.score(
            operations, blame, List.of(new InjectedFault(50 * MS, 60 * MS, LOCK, null)));
    AttributionScore ofA =
        AttributionScorer.score(
            operations, blame, List.of(new InjectedFault(50 * MS, 60 * MS, LOCK, "a")));

    assertThat(all.wrong()).isEmpty();
    assertThat(ofA.wrong()).containsEntry(cause, 9 * MS);
    assertThat(ofA.correct() + 9 * MS).isEqualTo(all.correct());
    assertThat(ofA.excess()).isEqualTo(all.excess());
  }

  @Test
  void scoreIsGoodWithinBothLimits() {
    Cause one = new Cause(Side.TARGET, StallKind.GC_PAUSE, null);
    Cause other = new Cause(Side.HOST, StallKind.HICCUP, null);
    AttributionScore score = new AttributionScore(1, 1, 1, 100, 88, Map.of(one, 4L, other, 6L), 2);

    assertThat(score.worst()).contains(other);
    assertThat(score.isWithin(0.88, 0.06)).isTrue();
    assertThat(score.isWithin(0.89, 0.06)).isFalse();
    assertThat(score.isWithin(0.88, 0.05)).isFalse();
    assertThat(AttributionScore.EMPTY.correctShare()).isZero();
  }

  @Test
  void missingDetailIsAcceptedOnlyIfOptional() {
    Cause named = new Cause(Side.TARGET, StallKind.TIME_TO_SAFEPOINT, "laggard");
    Cause nameless = new Cause(Side.TARGET, StallKind.TIME_TO_SAFEPOINT, null);
    Cause another = new Cause(Side.TARGET, StallKind.TIME_TO_SAFEPOINT, "worker");
    Cause generators = new Cause(Side.GENERATOR, StallKind.TIME_TO_SAFEPOINT, "laggard");
    ExpectedCause strict = ExpectedCause.of(Side.TARGET, StallKind.TIME_TO_SAFEPOINT, "laggard");
    ExpectedCause lax =
        ExpectedCause.withOptionalDetail(Side.TARGET, StallKind.TIME_TO_SAFEPOINT, "laggard");

    assertThat(List.of(named, nameless, another, generators).stream().filter(strict::matches))
        .containsExactly(named);
    assertThat(List.of(named, nameless, another, generators).stream().filter(lax::matches))
        .containsExactly(named, nameless);
    assertThat(
            List.of(named, nameless, another, generators).stream()
                .filter(ExpectedCause.of(Side.TARGET, StallKind.TIME_TO_SAFEPOINT)::matches))
        .containsExactly(named, nameless, another);
  }
}
