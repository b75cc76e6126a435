package dev.takt.watch.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PollerTest {

  @Test
  void pollsAgainAfterReturnedPeriod() throws Exception {
    List<Long> looks = new CopyOnWriteArrayList<>();
    CountDownLatch polled = new CountDownLatch(4);
    Poller poller =
        Poller.startPaced(
            "takt-test-poller",
            1_000_000,
            now -> {
              looks.add(now);
              polled.countDown();
              return looks.size() == 2 ? 200_000_000L : 1_000_000L;
            });
    assertThat(polled.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(poller.stop()).isNull();

    // Polls may be late on a busy machine, but a wait is never shortened by more than half.
    assertThat(looks.get(2) - looks.get(1)).isGreaterThanOrEqualTo(100_000_000L);
    assertThat(looks.get(1) - looks.get(0)).isGreaterThanOrEqualTo(500_000L);
  }

  @Test
  void failureIsReturnedByStop() throws Exception {
    CountDownLatch polled = new CountDownLatch(1);
    Poller poller =
        Poller.start(
            "takt-test-poller",
            1_000_000,
            _ -> {
              polled.countDown();
              throw new OutOfMemoryError("made on purpose");
            });
    assertThat(polled.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(poller.stop()).hasMessage("made on purpose");
  }
}
