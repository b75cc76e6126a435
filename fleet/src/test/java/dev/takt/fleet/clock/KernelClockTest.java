package dev.takt.fleet.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.Support;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class KernelClockTest {

  /// Whether this machine is synchronised or not.
  @Test
  void readingIsThatOfTheOtherClocks() {
    KernelClock clock = new KernelClock();
    for (int i = 0; i < 100; i++) {
      long before = System.nanoTime();
      clock
          .read()
          .ifPresent(each -> {
            assertThat(each.nanoTime()).isBetween(before, System.nanoTime());
            assertThat(each.epochNanos()).isCloseTo(now(), within(TimeUnit.SECONDS.toNanos(1)));
          });
    }
  }

  /// The same bytes as if the clock were synchronised: that the kernel wrote them where they are
  /// expected.
  @Test
  @EnabledOnOs(OS.LINUX)
  void kernelWritesTheClockWhereItIsRead() {
    assertThat(Support.isThere()).isTrue();
    NativeMemory memory = new NativeMemory(Timex.BYTES);
    long before = System.nanoTime();
    assertThat(KernelClock.adjtimex(memory)).isBetween(0, 5);
    long after = System.nanoTime();
    ByteBuffer timex = memory.bytes();
    assertThat(timex.getLong(88)).as("tick").isBetween(9_000L, 11_000L);
    timex.putInt(40, timex.getInt(40) & ~0x40).putLong(24, 7);
    assertThat(Timex.reading(timex, 0, before, after).orElseThrow().epochNanos())
        .isCloseTo(now(), within(TimeUnit.SECONDS.toNanos(1)));
  }

  private static long now() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000 + now.getNano();
  }
}
