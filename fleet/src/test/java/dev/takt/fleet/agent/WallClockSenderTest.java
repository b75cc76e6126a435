package dev.takt.fleet.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.protocol.Message;
import dev.takt.runs.clock.WallReading;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WallClockSenderTest {

  private static final long MILLI = 1_000_000;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 700 * MILLI);
  private final AtomicInteger readings = new AtomicInteger();

  @Test
  void wallClockIsSentTwiceASecond() {
    WallClockSender sender =
        new WallClockSender(
            () -> {
              readings.incrementAndGet();
              return Optional.of(new WallReading(7, 8, 9));
            },
            now::get);
    assertThat(sender.after(42)).contains(new Message.WallClock(42, 7, 8, 9));
    int sent = 0;
    for (int i = 0; i < 100; i++) { // 2 s, while the clock passes the largest number
      now.addAndGet(20 * MILLI);
      sent += sender.after(43).isPresent() ? 1 : 0;
    }
    assertThat(sent).isEqualTo(4);
    assertThat(readings).hasValue(5);
  }

  @Test
  void nothingIsSentIfTheKernelStatesNothing() {
    WallClockSender sender =
        new WallClockSender(
            () -> {
              readings.incrementAndGet();
              return Optional.empty();
            },
            now::get);
    assertThat(sender.after(1)).isEmpty();
    assertThat(sender.after(2)).isEmpty();
    assertThat(readings).hasValue(1);
  }
}
