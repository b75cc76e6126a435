package dev.takt.load.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Pacing;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.testing.Timing;
import org.junit.jupiter.api.Test;

/// When a worker continues after a wait, by arithmetic alone.
class WorkerPacerTest {

  private static final long MICROS = 1_000;

  @Test
  void sleepGathersTheStartsOfAMillisecond() {
    WorkerPacer pacer = after(Pacing.SLEEP, 1, 900 * MICROS);

    assertThat(pacer.wakeFor(2_000_000, false)).isEqualTo(2_000_000);
    assertThat(pacer.wakeFor(2_000_001, false)).isEqualTo(3_000_000);
    assertThat(pacer.wakeFor(-1, false)).as("the clock may be negative").isZero();
  }

  @Test
  void sleepIsNotLateForNothing() {
    assertThat(after(Pacing.SLEEP, 1, 1_000 * MICROS).wakeFor(1_234_567, false))
        .isEqualTo(1_234_567);
    assertThat(after(Pacing.SLEEP, 16, 100 * MICROS).wakeFor(1_234_567, false))
        .isEqualTo(1_234_567);
  }

  @Test
  void hybridIsOnTimeWhereThereIsRoomToSpin() {
    assertThat(after(Pacing.HYBRID, 1, 1_000 * MICROS).wakeFor(1_234_567, false))
        .isEqualTo(1_234_567);
    assertThat(after(Pacing.HYBRID, 25, 100 * MICROS).wakeFor(1_234_567, false))
        .isEqualTo(1_234_567);
  }

  @Test
  void hybridGathersTheStartsOfAWorkerWhereTheyAreDense() {
    WorkerPacer alone = after(Pacing.HYBRID, 1, 25 * MICROS);

    assertThat(alone.wakeFor(1_234_567, false)).isEqualTo(1_400_000);
    assertThat(alone.wakeFor(1_400_000, false)).isEqualTo(1_400_000);
  }

  @Test
  void hybridDoesNotGatherWhereOthersShareTheDenseSchedule() {
    assertThat(after(Pacing.HYBRID, 16, 25 * MICROS).wakeFor(1_234_567, false))
        .isEqualTo(1_234_567);
  }

  @Test
  void oneWhoLeadsGathersTheStartsOfAll() {
    WorkerPacer sleep = after(Pacing.SLEEP, 16, 100 * MICROS);
    WorkerPacer hybrid = after(Pacing.HYBRID, 16, 25 * MICROS);

    assertThat(sleep.wakeFor(1_234_567, true)).isEqualTo(2_000_000);
    assertThat(hybrid.wakeFor(1_234_567, true)).isEqualTo(1_400_000);
  }

  @Test
  void oneMayLeadWhereCallsAreShortAndStartsAreDense() {
    assertThat(called(after(Pacing.SLEEP, 4, 100 * MICROS), 12 * MICROS).mayClaimLead()).isTrue();
    assertThat(called(after(Pacing.SLEEP, 4, 100 * MICROS), 13 * MICROS).mayClaimLead()).isFalse();
    assertThat(called(after(Pacing.SLEEP, 4, 100 * MICROS), 24 * MICROS).mayLead()).isTrue();
    assertThat(called(after(Pacing.SLEEP, 4, 100 * MICROS), 26 * MICROS).mayLead()).isFalse();
    assertThat(called(after(Pacing.SLEEP, 4, 1_000 * MICROS), MICROS).mayLead()).isFalse();
    assertThat(called(after(Pacing.HYBRID, 4, 50 * MICROS), MICROS).mayLead()).isTrue();
    assertThat(called(after(Pacing.HYBRID, 4, 1_000 * MICROS), MICROS).mayLead()).isFalse();
    assertThat(called(after(Pacing.SPIN, 4, MICROS), 0).mayLead()).isFalse();
  }

  @Test
  void noLeadBeforeFirstMeasuredCall() {
    assertThat(after(Pacing.SLEEP, 4, 100 * MICROS).mayClaimLead()).isFalse();
  }

  @Test
  void aRareLongCallIsNotUsual() {
    WorkerPacer pacer = called(after(Pacing.SLEEP, 4, 100 * MICROS), MICROS);

    pacer.called(50_000 * MICROS);
    assertThat(pacer.mayLead()).isTrue();

    pacer.called(50_000 * MICROS);
    pacer.called(50_000 * MICROS);
    assertThat(pacer.mayLead()).isFalse();
  }

  private static WorkerPacer called(WorkerPacer pacer, long nanos) {
    for (int i = 0; i < 200; i++) {
      pacer.called(nanos);
    }
    return pacer;
  }

  @Test
  void spinIsAlwaysOnTime() {
    assertThat(after(Pacing.SPIN, 1, MICROS).wakeFor(1_234_567, false)).isEqualTo(1_234_567);
  }

  @Test
  void theHeadStartFollowsTheDelayOfTimers() {
    WorkerPacer pacer = after(Pacing.HYBRID, 1, 1_000 * MICROS);

    assertThat(wokenLate(pacer, 30 * MICROS).headStart()).isBetween(29 * MICROS, 32 * MICROS);
    assertThat(wokenLate(pacer, 90 * MICROS).headStart()).isBetween(89 * MICROS, 92 * MICROS);
    assertThat(wokenLate(pacer, 700 * MICROS).headStart()).isEqualTo(200 * MICROS);
  }

  @Test
  void aStallIsNoDelayOfATimer() {
    WorkerPacer pacer = after(Pacing.HYBRID, 1, 1_000 * MICROS);
    long before = pacer.headStart();

    assertThat(wokenLate(pacer, 50_000 * MICROS).headStart()).isEqualTo(before);
    assertThat(wokenLate(pacer, -300 * MICROS).headStart()).isEqualTo(before);
  }

  @Timing
  @Test
  void timersThatWereTooLateToSpinForAreLearntAnew() {
    WorkerPacer pacer = wokenLate(after(Pacing.HYBRID, 16, 100 * MICROS), 150 * MICROS);
    long before = pacer.headStart();
    assertThat(before).as("nobody spins").isGreaterThan(100 * MICROS);

    RunDeadline deadline = new RunDeadline(Long.MAX_VALUE, 0);
    long latest = System.nanoTime() + 10_000_000_000L;
    while (pacer.headStart() == before && System.nanoTime() < latest) {
      pacer.await(-1, System.nanoTime() + 50 * MICROS, false, deadline);
    }

    assertThat(pacer.headStart()).isNotEqualTo(before);
  }

  private static WorkerPacer wokenLate(WorkerPacer pacer, long delay) {
    for (int i = 0; i < 200; i++) {
      pacer.woke(1_000, 1_000 + delay);
    }
    return pacer;
  }

  /// A worker that has taken every `workers`-th operation of a constant schedule for a while.
  private static WorkerPacer after(Pacing pacing, int workers, long gap) {
    WorkerPacer pacer = new WorkerPacer(pacing);
    for (long i = 0; i < 200; i++) {
      pacer.updateMeanGaps(i * workers, i * workers * gap);
    }
    return pacer;
  }
}
