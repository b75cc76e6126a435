package dev.takt.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Background;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One writer at full speed against a collector with intervals of a millisecond: at the end, each
/// slot has exactly the written count.
class RecorderSoakTest {

  /// A power of two, so that the writer spends its time on recording.
  private static final int VALUES = 1 << 12;

  private final long[] values = new long[VALUES];
  private final RecorderRegistry registry = new RecorderRegistry();
  private final SingleWriterRecorder recorder = registry.singleWriter("t");

  RecorderSoakTest() {
    // From one nanosecond to hours. Every 16th value is the same, so that its slot is always
    // contended.
    for (int i = 0; i < VALUES; i++) {
      values[i] = i % 16 == 0 ? 1_000 : (i * 0x9E3779B97F4A7C15L) >>> (20 + i % 40);
    }
  }

  @Test
  @Timeout(30)
  void twoSecondsOfRacingIntervalsAreExact() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    assertExact(written -> System.nanoTime() < end);
  }

  @Test
  @Tag("slow")
  @Timeout(300)
  void threeHundredMillionValuesAreExact() throws Exception {
    assertExact(written -> written < 300_000_000);
  }

  private void assertExact(LongPredicate goesOn) throws Exception {
    LatencyHistogram collected = new LatencyHistogram();
    CompletableFuture<Long> rounds = Background.supplyAsync(() -> write(goesOn));
    int intervals = 0;
    while (!rounds.isDone()) {
      LockSupport.parkNanos(1_000_000);
      registry.collect((tag, interval) -> collected.add(interval));
      intervals++;
    }
    registry.collect((tag, interval) -> collected.add(interval));

    LatencyHistogram expected = new LatencyHistogram();
    for (long value : values) {
      expected.record(value, rounds.get());
    }
    assertThat(intervals).isGreaterThan(100);
    assertThat(collected.totalCount()).isEqualTo(rounds.get() * VALUES);
    assertThat(collected.counts).isEqualTo(expected.counts);
  }

  private long write(LongPredicate goesOn) {
    long rounds = 0;
    while (goesOn.test(rounds * VALUES)) {
      for (long value : values) {
        recorder.record(value);
      }
      rounds++;
    }
    return rounds;
  }
}
