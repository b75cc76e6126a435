package dev.takt.load.engine.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.load.engine.worker.Worker;
import org.junit.jupiter.api.Test;

class IdleTimeTest {

  private static final long MS = 1_000_000;

  private final StallLog stalls = new StallLog();

  /// Sends an operation.
  ///
  /// @return how late it is
  private long late(IdleTime idle, long due, long freeSince, long now) {
    return Worker.lateness(due, due, freeSince, now, idle, stalls);
  }

  /// The target stops at 0 for 50 ms. One worker leads and is stuck in a call; another one is still
  /// free at 1.5 ms, and then stuck too.
  @Test
  void whatWaitsForTheTargetIsItsOwnThoughAWorkerWasFreeAtFirst() {
    IdleTime idle = new IdleTime(1);
    long othersIdleUntil = 1_500_000;
    long free = 50 * MS;
    assertThat(Worker.lateness(0, othersIdleUntil, free, free, idle, stalls)).isEqualTo(1_500_000);
    for (int i = 1; i < 200; i++) {
      long due = 100_000L * i;
      free += 10_000;
      assertThat(Worker.lateness(due, Math.max(due, othersIdleUntil), free, free, idle, stalls))
          .isEqualTo(Math.max(0, othersIdleUntil - due));
    }
  }

  @Test
  void whatWaitsWhileAWorkerIsFreeIsLateAllThatTime() {
    IdleTime idle = new IdleTime(1);
    assertThat(Worker.lateness(0, Long.MAX_VALUE, 3 * MS, 4 * MS, idle, stalls)).isEqualTo(4 * MS);
  }

  @Test
  void whatCameDueWhileTheSenderWaitedIsLateFromThenOn() {
    IdleTime idle = new IdleTime(1);
    // Five starts with a gap of 25 are made together at 120; each call takes 2.
    long waits = 0;
    long lateness = 0;
    long busy = 0;
    long now = 120;
    for (int i = 0; i < 5; i++) {
      long due = 10 + 25L * i;
      waits += now - due;
      lateness += late(idle, due, i == 0 ? 5 : now, now);
      busy += now - 120;
      now += 2;
    }
    assertThat(lateness)
        .as("all of their waits, but for the calls before them")
        .isEqualTo(waits - busy);
  }

  @Test
  void whatCameDueWhileTheSenderWasBusyIsNotLate() {
    IdleTime idle = new IdleTime(1);
    assertThat(late(idle, 100, 50, 100)).isZero();
    assertThat(late(idle, 150, 400, 400)).as("busy from 100 to 400").isZero();
    assertThat(late(idle, 200, 410, 410)).isZero();
  }

  @Test
  void whatWasDueBeforeTheSenderBecameIdleIsLateFromThenOn() {
    IdleTime idle = new IdleTime(1);
    assertThat(late(idle, 100, 110, 130)).isEqualTo(20);
    assertThat(late(idle, 105, 140, 140)).as("idle from 110 to 130").isEqualTo(20);
    assertThat(late(idle, 120, 150, 150)).as("of which it was due for a half").isEqualTo(10);
    assertThat(late(idle, 130, 160, 160)).isZero();
  }

  /// One of four connections was idle from 0 to 400: operations behind it lost a quarter of that.
  @Test
  void oneOfSeveralConnectionsIsItsPartOfTheTime() {
    IdleTime idle = new IdleTime(4);
    assertThat(late(idle, 0, 0, 400)).isEqualTo(400);
    assertThat(late(idle, 0, 500, 500)).isEqualTo(100);
    assertThat(late(idle, 200, 600, 600)).isEqualTo(50);
  }

  /// Nothing ran from 10 to 30 ms: one connection was free, and the replies of the others waited.
  @Test
  void aStallCountsAsAWholeAndOnce() {
    IdleTime idle = new IdleTime(4);
    stalls.add(10 * MS, 30 * MS);
    assertThat(late(idle, 10 * MS, 0, 30 * MS)).isEqualTo(20 * MS);
    assertThat(late(idle, 15 * MS, 31 * MS, 31 * MS)).isEqualTo(15 * MS);
    assertThat(late(idle, 20 * MS, 31 * MS, 31 * MS)).isEqualTo(10 * MS);
  }

  /// A thousand operations at once: 10 of idle time before each, and 90 of work.
  @Test
  void ofALongBacklogAllIsKnown() {
    IdleTime idle = new IdleTime(1);
    for (int i = 0; i < 1000; i++) {
      long free = 100L * i;
      assertThat((double) late(idle, 0, free, free + 10)).isCloseTo(10 * (i + 1), within(10.0));
    }
    assertThat((double) late(idle, 50_000, 100_000, 100_000)).isCloseTo(5_000, within(200.0));
  }
}
