package dev.takt.load.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleFollowersTest {

  private final IdleFollowers spares = new IdleFollowers(100);

  @Test
  void noFollowerIsIdleInitially() {
    assertThat(spares.until(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(spares.until(0)).isZero();
    assertThat(spares.until(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void idlePeriodSpansFirstIdleToLastBusy() {
    spares.becomesIdle(1_000);
    spares.becomesIdle(1_500);
    spares.becomesBusy(2_000);

    assertThat(spares.until(999)).isEqualTo(999);
    assertThat(spares.until(1_000)).isEqualTo(Long.MAX_VALUE);
    assertThat(spares.until(1_000_000)).as("one is left").isEqualTo(Long.MAX_VALUE);

    spares.becomesBusy(3_000);

    assertThat(spares.until(2_999)).isEqualTo(3_000);
    assertThat(spares.until(3_000)).as("over").isEqualTo(3_000);
  }

  @Test
  void shortGapBetweenIdlePeriodsIsMerged() {
    spares.becomesIdle(1_000);
    spares.becomesBusy(2_000);
    spares.becomesIdle(2_100);

    assertThat(spares.until(1_500)).isEqualTo(Long.MAX_VALUE);
    assertThat(spares.until(2_050)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void onlyLastIdlePeriodIsKept() {
    spares.becomesIdle(-5_000);
    spares.becomesBusy(-2_000);
    assertThat(spares.until(-3_000)).isEqualTo(-2_000);

    spares.becomesIdle(-1_899);

    assertThat(spares.until(-3_000)).isEqualTo(-3_000);
    assertThat(spares.until(-1_899)).isEqualTo(Long.MAX_VALUE);
  }
}
