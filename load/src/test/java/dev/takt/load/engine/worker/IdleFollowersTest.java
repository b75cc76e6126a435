package dev.takt.load.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleFollowersTest {

  private final IdleFollowers followers = new IdleFollowers(100);

  @Test
  void noFollowerIsIdleInitially() {
    assertThat(followers.until(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(followers.until(0)).isZero();
    assertThat(followers.until(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void idlePeriodSpansFirstIdleToLastBusy() {
    followers.becomesIdle(1_000);
    followers.becomesIdle(1_500);
    followers.becomesBusy(2_000);

    assertThat(followers.until(999)).isEqualTo(999);
    assertThat(followers.until(1_000)).isEqualTo(Long.MAX_VALUE);
    assertThat(followers.until(1_000_000)).as("one is left").isEqualTo(Long.MAX_VALUE);

    followers.becomesBusy(3_000);

    assertThat(followers.until(2_999)).isEqualTo(3_000);
    assertThat(followers.until(3_000)).as("over").isEqualTo(3_000);
  }

  @Test
  void shortGapBetweenIdlePeriodsIsMerged() {
    followers.becomesIdle(1_000);
    followers.becomesBusy(2_000);
    followers.becomesIdle(2_100);

    assertThat(followers.until(1_500)).isEqualTo(Long.MAX_VALUE);
    assertThat(followers.until(2_050)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void onlyLastIdlePeriodIsKept() {
    followers.becomesIdle(-5_000);
    followers.becomesBusy(-2_000);
    assertThat(followers.until(-3_000)).isEqualTo(-2_000);

    followers.becomesIdle(-1_899);

    assertThat(followers.until(-3_000)).isEqualTo(-3_000);
    assertThat(followers.until(-1_899)).isEqualTo(Long.MAX_VALUE);
  }
}
