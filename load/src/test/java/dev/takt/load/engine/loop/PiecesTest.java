package dev.takt.load.engine.loop;

import static dev.takt.load.driver.AsyncDriver.ANY_GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.recording.IntendedOperationCounter;
import dev.takt.load.engine.recording.OperationCounters;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.share.Share;
import dev.takt.load.workload.Workload;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The small components of loops and workers.
class PiecesTest {

  private static final long US = 1_000;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long ORIGIN = 50 * SECOND;

  @Nested
  class TheDeadline {

    @Test
    void comesWithTheScheduleAndSomeTimeLaterForGood() {
      RunDeadline deadline = new RunDeadline(1000, 200);
      assertThat(deadline.lastIntended()).isEqualTo(999);
      assertThat(deadline.sendingEnds()).isEqualTo(1000);
      assertThat(deadline.isCutOff(1199)).isFalse();
      assertThat(deadline.isCutOff(1200)).isTrue();
      assertThat(deadline.nextChange(0)).isEqualTo(1000);
      assertThat(deadline.nextChange(1000)).isEqualTo(1200);
      assertThat(deadline.isStopped()).isFalse();
    }

    @Test
    void neverComesWithoutALength() {
      RunDeadline deadline = new RunDeadline(Long.MAX_VALUE, 200);
      assertThat(deadline.lastIntended()).isEqualTo(Long.MAX_VALUE);
      assertThat(deadline.isCutOff(Long.MAX_VALUE - 1)).isFalse();
      assertThat(deadline.nextChange(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aStopBringsItForwardWithASecondOfGraceAtMost() {
      RunDeadline deadline = new RunDeadline(100 * SECOND, 30 * SECOND);
      deadline.stop(10 * SECOND);
      assertThat(deadline.isStopped()).isTrue();
      assertThat(deadline.lastIntended()).isEqualTo(10 * SECOND);
      assertThat(deadline.sendingEnds()).isEqualTo(10 * SECOND);
      assertThat(deadline.isCutOff(11 * SECOND - 1)).isFalse();
      assertThat(deadline.isCutOff(11 * SECOND)).isTrue();
      assertThat(deadline.nextChange(5 * SECOND)).isEqualTo(11 * SECOND);
    }

    @Test
    void aStopLeavesNoMoreGraceThanTheDrain() {
      RunDeadline deadline = new RunDeadline(100 * SECOND, 0);
      deadline.stop(10 * SECOND);
      assertThat(deadline.isCutOff(10 * SECOND)).isTrue();
    }

    @Test
    void aStopAfterTheEndOfTheScheduleOnlyEndsTheDrain() {
      RunDeadline deadline = new RunDeadline(10 * SECOND, 30 * SECOND);
      deadline.stop(12 * SECOND);
      assertThat(deadline.lastIntended()).isEqualTo(10 * SECOND - 1);
      assertThat(deadline.sendingEnds()).isEqualTo(10 * SECOND - 1);
      assertThat(deadline.isCutOff(13 * SECOND)).isTrue();
    }

    @Test
    void aSecondStopChangesNothing() {
      RunDeadline deadline = new RunDeadline(100 * SECOND, 30 * SECOND);
      deadline.stop(10 * SECOND);
      deadline.stop(5 * SECOND);
      assertThat(deadline.lastIntended()).isEqualTo(10 * SECOND);
    }
  }

  @Nested
  class TheFreeSlots {

    @Test
    void areTakenInTurn() {
      FreeSlots free = new FreeSlots(3, 1, slot -> 0);
      assertThat(free.since()).isEqualTo(Long.MIN_VALUE);
      assertThat(List.of(free.take(ANY_GROUP), free.take(ANY_GROUP))).containsExactly(0, 1);
      free.release(0, 10);
      assertThat(List.of(free.take(ANY_GROUP), free.take(ANY_GROUP))).containsExactly(2, 0);
      assertThat(free.isEmpty()).isTrue();
      assertThat(free.taken()).isEqualTo(3);
    }

    /// Slots 0, 3 and 6 are in group 0, 1 and 4 in group 1, 2 and 5 in group 2.
    @Test
    void areTakenFromThePreferredGroupWhileItHasOne() {
      FreeSlots free = new FreeSlots(7, 3, slot -> slot % 3);
      assertThat(List.of(free.take(1), free.take(1))).containsExactly(1, 4);
      assertThat(free.take(1)).as("of another group").isEqualTo(0);
      free.release(4, 10);
      assertThat(free.take(1)).isEqualTo(4);
      assertThat(List.of(free.take(ANY_GROUP), free.take(ANY_GROUP), free.take(ANY_GROUP)))
          .as("groups in turn")
          .containsExactly(2, 3, 5);
      assertThat(free.take(2)).isEqualTo(6);
      assertThat(free.isEmpty()).isTrue();
    }

    @Test
    void rememberSinceWhenThereHasBeenOne() {
      FreeSlots free = new FreeSlots(2, 1, slot -> 0);
      int first = free.take(ANY_GROUP);
      free.release(first, 10);
      assertThat(free.since()).as("the other one was free all the time").isEqualTo(Long.MIN_VALUE);
      int second = free.take(ANY_GROUP);
      int third = free.take(ANY_GROUP);
      free.release(second, 20);
      free.release(third, 30);
      assertThat(free.since()).isEqualTo(20);
    }

    /// Slots 1 and 3 are in the group that is withdrawn; 1 is taken meanwhile.
    @Test
    void areNotTakenWhileWithdrawn() {
      FreeSlots free = new FreeSlots(4, 2, slot -> slot % 2);
      assertThat(free.take(1)).isEqualTo(1);
      free.withdraw(1);
      free.withdraw(3);
      assertThat(free.taken()).isEqualTo(1);
      assertThat(List.of(free.take(1), free.take(1))).as("of another group").containsExactly(0, 2);
      assertThat(free.isEmpty()).isTrue();
      free.release(1, 10);
      assertThat(free.isEmpty()).as("it is withdrawn").isTrue();
      assertThat(free.taken()).isEqualTo(2);
      free.restore(1, false, 20);
      assertThat(free.since()).isEqualTo(20);
      free.restore(3, false, 30);
      assertThat(List.of(free.take(1), free.take(1))).containsExactly(1, 3);
      assertThat(free.since()).isEqualTo(20);
    }

    @Test
    void areNotFreeWhenRestoredInUse() {
      FreeSlots free = new FreeSlots(2, 1, slot -> 0);
      assertThat(free.take(ANY_GROUP)).isEqualTo(0);
      free.withdraw(0);
      free.restore(0, true, 10);
      assertThat(free.take(ANY_GROUP)).isEqualTo(1);
      assertThat(free.isEmpty()).isTrue();
      free.release(0, 20);
      assertThat(free.take(ANY_GROUP)).isEqualTo(0);
    }
  }

  @Nested
  class TheCounters {

    private final OperationCounters counters = new OperationCounters(2);

    @Test
    void keepsOperationsPhasesAndStatesApart() {
      for (OperationState state : OperationState.values()) {
        counters.intend(1, true);
        counters.count(1, true, state);
      }
      counters.intend(0, false);
      assertThat(counters.balance(1, true)).isEqualTo(new Balance(5, 1, 1, 1, 1, 1));
      assertThat(counters.balance(0, false)).isEqualTo(new Balance(1, 0, 0, 0, 0, 0));
      assertThat(counters.balance(0, false).isExact()).isFalse();
      assertThat(counters.balance(1, false)).isEqualTo(new Balance(0, 0, 0, 0, 0, 0));
      assertThat(counters.answered()).isEqualTo(3);
      assertThat(counters.failed()).isEqualTo(2);
    }

    @Test
    void countsFailuresByLabel() {
      counters.countFailure(0, Outcome.failed("status 500"));
      counters.countFailure(0, Outcome.failed("status 500"));
      counters.countFailure(0, Outcome.TIMED_OUT);
      Map<String, Long> sum = new TreeMap<>(Map.of("status 500", 10L));
      counters.addFailuresTo(sum);
      assertThat(sum).isEqualTo(Map.of("status 500", 12L, "timed out", 1L));
    }

    @Test
    void doesNotGrowWithLabelsThatAreAlwaysNew() {
      for (int i = 0; i < 10_000; i++) {
        counters.countFailure(0, Outcome.failed("duplicate key " + i));
      }
      Map<String, Long> sum = new TreeMap<>();
      counters.addFailuresTo(sum);
      assertThat(sum).hasSize(OperationCounters.LABELS + 1);
      assertThat(sum)
          .containsEntry(OperationCounters.OTHER_LABELS, 10_000L - OperationCounters.LABELS);
    }
  }

  @Nested
  class TheOperationSource {

    private final RunDeadline deadline = new RunDeadline(ORIGIN + SECOND, SECOND);
    private final Workload workload = new Workload(1, 1.0);

    @Test
    void ofAScheduleIsDueAtItsArrivalsAndOverWithTheEnding() {
      Schedule schedule = Schedules.constant(Rate.perSecond(4));
      OperationSource source = new OperationSource.Scheduled(schedule, 1, 2, ORIGIN);
      List<Long> due = new ArrayList<>();
      List<Long> numbers = new ArrayList<>();
      while (!source.isOver(deadline, 0)) {
        long next = source.nextDue(deadline);
        assertThat(source.isDue(next - 1, deadline)).isFalse();
        assertThat(source.isDue(next, deadline)).isTrue();
        assertThat(source.intendedOr(next + 99)).isEqualTo(next);
        assertThat(source.operationOr(workload)).isZero();
        due.add(next - ORIGIN);
        numbers.add(source.number());
        source.advance();
      }
      assertThat(due).containsExactly(SECOND / 4, 3 * SECOND / 4);
      assertThat(numbers).containsExactly(1L, 3L);
      assertThat(source.isDue(Long.MAX_VALUE, deadline)).isFalse();
    }

    @Test
    void ofAStoppedScheduleEndsWithWhatWasDueByThen() {
      OperationSource source =
          new OperationSource.Scheduled(Schedules.constant(Rate.perSecond(1000)), 0, 1, ORIGIN);
      deadline.stop(ORIGIN + 10 * MS);
      int count = 0;
      for (; source.isDue(Long.MAX_VALUE - 1, deadline); source.advance()) {
        count++;
      }
      assertThat(count).isEqualTo(11);
    }

    @Test
    void withoutAScheduleIsDueFromStartToEnd() {
      OperationSource source =
          new OperationSource.Unlimited(Long.MAX_VALUE, Share.WHOLE, 0, 1, ORIGIN);
      assertThat(source.isDue(ORIGIN - 1, deadline)).isFalse();
      assertThat(source.isDue(ORIGIN, deadline)).isTrue();
      assertThat(source.intendedOr(ORIGIN + 5)).isEqualTo(ORIGIN + 5);
      assertThat(source.isDue(ORIGIN + SECOND, deadline)).isFalse();
      assertThat(source.isOver(deadline, ORIGIN + SECOND - 1)).isFalse();
      assertThat(source.isOver(deadline, ORIGIN + SECOND)).isTrue();
    }

    @Test
    void withoutAScheduleSharesACountAmongItsShards() {
      List<Long> numbers = new ArrayList<>();
      for (int shard = 0; shard < 3; shard++) {
        OperationSource source = new OperationSource.Unlimited(10, Share.WHOLE, shard, 3, ORIGIN);
        for (; source.isDue(ORIGIN, deadline); source.advance()) {
          numbers.add(source.number());
        }
        assertThat(source.nextDue(deadline)).isEqualTo(Long.MAX_VALUE);
        assertThat(source.isOver(deadline, ORIGIN)).isTrue();
      }
      assertThat(numbers).containsExactlyInAnyOrder(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void isCountedApartFromThoseWhoSend() {
      IntendedOperationCounter intendedCounter =
          new IntendedOperationCounter(Schedules.constant(Rate.perSecond(1000)), 10 * MS);
      assertThat(intendedCounter.advanceTo(-1)).isZero();
      assertThat(intendedCounter.advanceTo(0)).isEqualTo(1);
      assertThat(intendedCounter.advanceTo(0)).isZero();
      assertThat(intendedCounter.advanceTo(20 * MS)).isEqualTo(20);
      assertThat(intendedCounter.inWarmup()).isEqualTo(10);
      assertThat(intendedCounter.measured()).isEqualTo(11);
      assertThat(intendedCounter.total()).isEqualTo(21);
    }

    @Test
    void thatHasAnEndIsCountedToIt() {
      Schedule schedule =
          Schedules.limited(Schedules.constant(Rate.perSecond(1000)), Long.MAX_VALUE, 50);
      assertThat(new IntendedOperationCounter(schedule, 0).advanceTo(Long.MAX_VALUE)).isEqualTo(50);
    }
  }

  @Nested
  class ThePacer {

    @ParameterizedTest
    @EnumSource(Pacing.class)
    void letsNothingGoBeforeTheSchedule(Pacing pacing) {
      Pacer pacer = new Pacer(pacing, ORIGIN);
      for (long before = 3 * MS; before > 0; before -= 10 * US) {
        assertThat(pacer.horizon(ORIGIN - before)).isLessThan(ORIGIN);
      }
      assertThat(pacer.horizon(ORIGIN)).isEqualTo(ORIGIN);
    }

    @ParameterizedTest
    @EnumSource(Pacing.class)
    void isNeverAheadOfTimeNorGoesBack(Pacing pacing) {
      Pacer pacer = new Pacer(pacing, ORIGIN);
      long last = Long.MIN_VALUE;
      for (long now = ORIGIN - MS; now < ORIGIN + 20 * MS; now += 7 * US) {
        long horizon = pacer.horizon(now);
        assertThat(horizon).isBetween(last, Math.max(now, ORIGIN - 1));
        last = horizon;
        pacer.operationSent(now);
      }
    }

    @Test
    void spinsWithoutSleeping() {
      Pacer pacer = new Pacer(Pacing.SPIN, ORIGIN);
      assertThat(pacer.wakeFor(ORIGIN + MS, ORIGIN)).isEqualTo(ORIGIN);
      assertThat(pacer.horizon(ORIGIN + 3)).isEqualTo(ORIGIN + 3);
    }

    @Test
    void sleepsFromOneMillisecondToTheNext() {
      Pacer pacer = new Pacer(Pacing.SLEEP, ORIGIN);
      assertThat(pacer.wakeFor(ORIGIN + 1, ORIGIN)).isEqualTo(ORIGIN + MS);
      assertThat(pacer.wakeFor(ORIGIN + MS, ORIGIN)).isEqualTo(ORIGIN + MS);
      assertThat(pacer.horizon(ORIGIN + MS + 100)).isEqualTo(ORIGIN + MS + 100);
      assertThat(pacer.horizon(ORIGIN + MS + 200)).isEqualTo(ORIGIN + MS + 100);
    }

    @Test
    void wakesALittleEarlyForASparseStart() {
      Pacer pacer = new Pacer(Pacing.HYBRID, ORIGIN);
      long wake = pacer.wakeFor(ORIGIN + 10 * MS, ORIGIN);
      assertThat(wake).isBetween(ORIGIN + 10 * MS - 100 * US, ORIGIN + 10 * MS);
      assertThat(pacer.wakeFor(ORIGIN - MS, ORIGIN)).as("what is overdue").isEqualTo(ORIGIN);
    }

    @Test
    void doesNotTakeAStallForATimersDelay() {
      Pacer pacer = new Pacer(Pacing.HYBRID, ORIGIN);
      long before = pacer.wakeFor(ORIGIN + 10 * MS, ORIGIN);
      for (int i = 0; i < 100; i++) {
        pacer.woke(ORIGIN, ORIGIN + 200 * MS);
      }
      assertThat(pacer.wakeFor(ORIGIN + 10 * MS, ORIGIN)).isEqualTo(before);
    }

    @Test
    void sendsDenseStartsInGroups() {
      Pacer pacer = new Pacer(Pacing.HYBRID, ORIGIN);
      long due = ORIGIN;
      for (int i = 0; i < 200; i++, due += 10 * US) {
        pacer.operationSent(due);
      }
      long wake = pacer.wakeFor(due, due - US);
      assertThat(wake).isGreaterThanOrEqualTo(due).isLessThan(due + 100 * US);
      assertThat(pacer.wakeFor(wake - US, due)).as("the same group").isEqualTo(wake);
    }
  }
}
