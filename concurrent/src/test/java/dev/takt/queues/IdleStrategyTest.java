package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("race")
@Timeout(20)
class IdleStrategyTest {

  @Test
  void backingOffSleepsLongerAndLongerUpToItsLongest() {
    IdleStrategy idle = IdleStrategy.backingOff(3, 4, TimeUnit.MILLISECONDS);
    for (int times : new int[] {1 + 3 + 12, 100, Integer.MAX_VALUE}) {
      long longest = 0;
      // A sleep may end early (a leftover permit or interrupt), but not several times in a row.
      for (int attempt = 0; attempt < 3; attempt++) {
        long start = System.nanoTime();
        idle.idle(times);
        longest = Math.max(longest, System.nanoTime() - start);
      }
      assertThat(longest).isGreaterThan(3_500_000L);
    }
  }

  @Test
  void anInterruptedThreadDoesNotSleepAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    IdleStrategy.backingOff(0, 10, TimeUnit.SECONDS).idle(Integer.MAX_VALUE);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void theOthersReturnAtOnce() {
    IdleStrategy.spinning().idle(1_000_000);
    IdleStrategy.yielding().idle(1_000_000);
    IdleStrategy.backingOff().idle(1);
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdleStrategy.backingOff(-1, 1, TimeUnit.MILLISECONDS));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdleStrategy.backingOff(1, 999, TimeUnit.NANOSECONDS));
  }

  @Test
  void anInterruptEndsTheWaitOfWhoWantsIt() {
    IdleStrategy heeding = IdleStrategy.yielding().interruptible();
    heeding.idle(1);
    SpscArrayQueue<Integer> queue = new SpscArrayQueue<>(1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> queue.take(heeding)).isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
