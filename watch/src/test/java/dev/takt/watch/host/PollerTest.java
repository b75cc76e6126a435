package dev.takt.watch.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PollerTest {

  @Test
  void whateverEndsItIsTold() throws Exception {
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
