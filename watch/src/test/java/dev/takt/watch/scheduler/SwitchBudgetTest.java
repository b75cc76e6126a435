package dev.takt.watch.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.watch.observer.WatchLevel;
import org.junit.jupiter.api.Test;

final class SwitchBudgetTest {

  private static final long SECOND = 1_000_000_000L;

  private final SwitchBudget budget = SwitchBudget.of(WatchLevel.DEFAULT, 2, 0);

  @Test
  void budgetIsExceededAfterTwoSecondsAboveLimit() {
    assertThat(budget.isExceeded(SECOND, 50_001)).isFalse();
    assertThat(budget.isExceeded(2 * SECOND, 100_002)).isTrue();
  }

  @Test
  void rateAtLimitIsNotExceeded() {
    for (int i = 1; i < 100; i++) {
      assertThat(budget.isExceeded(i * SECOND, 50_000L * i)).isFalse();
    }
  }

  @Test
  void singleBurstIsNotExceeded() {
    assertThat(budget.isExceeded(SECOND, 1_000_000)).isFalse();
    assertThat(budget.isExceeded(2 * SECOND, 1_000_001)).isFalse();
    assertThat(budget.isExceeded(3 * SECOND, 2_000_000)).isFalse();
    assertThat(budget.isExceeded(4 * SECOND, 2_000_001)).isFalse();
  }

  @Test
  void rateIsPerSecondWithLatePolls() {
    assertThat(budget.isExceeded(4 * SECOND, 199_000)).isFalse();
    assertThat(budget.isExceeded(8 * SECOND, 398_000)).isFalse();
  }

  @Test
  void deepLevelHasNoLimit() {
    SwitchBudget deep = SwitchBudget.of(WatchLevel.DEEP, 1, 0);
    for (int i = 1; i < 10; i++) {
      assertThat(deep.isExceeded(i * SECOND, 10_000_000L * i)).isFalse();
    }
  }
}
