package dev.takt.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleTimeTest {

  @Test
  void whatCameDueWhileTheWorkerWaitedIsLateFromThenOn() {
    IdleTime idle = new IdleTime();
    // Five starts, 25 apart, that are made together at 120; each call takes 2.
    long waits = 0;
    long lateness = 0;
    long busy = 0;
    long now = 120;
    for (int i = 0; i < 5; i++) {
      long due = 10 + 25L * i;
      long freeSince = i == 0 ? 5 : now;
      waits += now - due;
      lateness += now - Math.max(due, freeSince) + idle.before(due, freeSince, now);
      busy += now - 120;
      now += 2;
    }
    assertThat(lateness)
        .as("all of their waits, but for the calls before them")
        .isEqualTo(waits - busy);
  }

  @Test
  void whatCameDueWhileTheWorkerWasBusyIsNotLate() {
    IdleTime idle = new IdleTime();
    assertThat(idle.before(100, 50, 100)).isZero();
    assertThat(idle.before(150, 400, 400)).as("busy from 100 to 400").isZero();
    assertThat(idle.before(200, 410, 410)).isZero();
  }

  @Test
  void whatWasDueBeforeTheWorkerBecameIdleIsLateFromThenOn() {
    IdleTime idle = new IdleTime();
    assertThat(idle.before(100, 110, 130)).as("that is for the caller to count").isZero();
    assertThat(idle.before(105, 140, 140)).as("idle from 110 to 130").isEqualTo(20);
    assertThat(idle.until()).isEqualTo(130);
  }
}
