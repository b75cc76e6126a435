package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Attempts of 20 ms, which are too short to call a host busy.
class AttemptsTest {

  /// Shorter than the time between two looks at the clock.
  private static final long ANY = -1_000_000;

  private final AtomicInteger attempts = new AtomicInteger();

  private void failUpTo(int last) throws InterruptedException {
    Thread.sleep(20);
    int number = attempts.incrementAndGet();
    assertThat(number).as("attempt").isGreaterThan(last);
  }

  @Test
  void failureBesideAHiccupIsTriedAgain() throws Exception {
    Attempts.of(ANY, _ -> failUpTo(2));
    assertThat(attempts).hasValue(3);
  }

  @Test
  void thirdFailureBesideAHiccupIsAFailure() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Attempts.of(ANY, _ -> failUpTo(3)));
    assertThat(attempts).hasValue(3);
  }

  @Test
  void failureWithoutAHiccupIsAFailureAtOnce() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Attempts.of(Long.MAX_VALUE, _ -> failUpTo(3)));
    assertThat(attempts).hasValue(1);
  }
}
