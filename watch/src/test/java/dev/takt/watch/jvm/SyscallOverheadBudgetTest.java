package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A call is assumed to cost 100 ns, so 20,000 calls take the 2 ms a second that are free.
final class SyscallOverheadBudgetTest {

  private static final long SECOND = 1_000_000_000L;

  private final SyscallOverheadBudget budget =
      new SyscallOverheadBudget(0, new ProcessIoStats(1_000, SECOND));

  @Test
  void twoSecondsOverBudgetExceedIt() {
    assertThat(after(1, 20_001, 0.4)).isFalse();
    assertThat(after(2, 40_002, 0.8)).isTrue();
    assertThat(budget.reason()).startsWith("its process reads and writes 20,001 times a second. ");
  }

  @Test
  void freeShareOfCoreIsNeverExceeded() {
    for (int i = 1; i < 100; i++) {
      assertThat(after(i, 20_000L * i, 0.001 * i)).isFalse();
    }
  }

  @Test
  void smallShareOfProcessTimeIsNeverExceeded() {
    for (int i = 1; i < 100; i++) {
      assertThat(after(i, 100_000L * i, 2.0 * i)).isFalse();
    }
  }

  @Test
  void singleBurstIsAllowed() {
    assertThat(after(1, 1_000_000, 1)).isFalse();
    assertThat(after(2, 1_000_001, 2)).isFalse();
    assertThat(after(3, 2_000_000, 3)).isFalse();
    assertThat(after(4, 2_000_001, 4)).isFalse();
  }

  @Test
  void lateCheckUsesRatePerSecond() {
    assertThat(after(4, 79_000, 0.1)).isFalse();
    assertThat(after(8, 158_000, 0.2)).isFalse();
  }

  @Test
  void windowLastsASecond() {
    assertThat(budget.isExceeded(SECOND / 2, new ProcessIoStats(100_000, SECOND))).isFalse();
    assertThat(budget.isExceeded(SECOND - 1, new ProcessIoStats(200_000, SECOND))).isFalse();
    assertThat(after(1, 300_000, 0)).as("the first window").isFalse();
    assertThat(after(2, 600_000, 0)).as("the second one").isTrue();
  }

  private boolean after(int seconds, long calls, double cpuSeconds) {
    ProcessIoStats effort = new ProcessIoStats(1_000 + calls, SECOND + (long) (cpuSeconds * 1e9));
    return budget.isExceeded(seconds * SECOND, effort);
  }
}
