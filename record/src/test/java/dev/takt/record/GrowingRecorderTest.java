package dev.takt.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GrowingRecorderTest {

  private static final int RACES = 500;
  private static final int TIMES = 20;

  @Test
  void countsWhatAnyOtherRecorderCounts() {
    GrowingRecorder recorder = new GrowingRecorder();
    LatencyHistogram expected = new LatencyHistogram();
    long[] values = {
      -1, 0, 65_535, 65_536, 7, 1_000_000_000, 3, Buckets.HIGHEST_VALUE, Long.MAX_VALUE
    };
    for (long value : values) {
      recorder.record(value);
      expected.record(value);
    }
    assertThat(sumsOf(recorder)).isEqualTo(expected.counts);
  }

  @Test
  void correctsAsHdrHistogramDoes() {
    GrowingRecorder recorder = new GrowingRecorder();
    recorder.recordCorrected(100_000_000, 8_000_000);
    LatencyHistogram expected = new LatencyHistogram();
    for (long value = 100_000_000; value >= 8_000_000; value -= 8_000_000) {
      expected.record(value);
    }
    assertThat(sumsOf(recorder)).isEqualTo(expected.counts);
  }

  private static long[] sumsOf(LatencyRecorder recorder) {
    long[] sums = new long[Buckets.COUNT];
    recorder.addCountsTo(sums, sums.length);
    return sums;
  }

  /// What it is for: a thread that wakes late by what is usual takes few of the slots.
  @Test
  void takesNoMoreThanItsGreatestValueNeeds() {
    assertThat(Buckets.roomFor(Buckets.indexOf(65_535) + 1, new long[0])).hasSize(Buckets.FEW);
    long[] few = new long[Buckets.FEW];
    assertThat(Buckets.roomFor(Buckets.FEW, few)).isSameAs(few);
    assertThat(Buckets.roomFor(Buckets.FEW + 1, few)).hasSize(Buckets.FEW + Buckets.HALF_COUNT);
    assertThat(Buckets.roomFor(Buckets.COUNT, few)).hasSize(Buckets.COUNT);
  }

  /// Each value is twice the one before, so that the counts grow all the time while intervals are
  /// collected.
  @Test
  @Timeout(60)
  void growsWhileIntervalsAreCollectedAndLosesNothing() throws Exception {
    for (int race = 0; race < RACES; race++) {
      RecorderRegistry registry = RecorderRegistry.growing();
      GrowingRecorder recorder = registry.growing("t");
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread writer = new Thread(() -> writeDoubling(recorder));
      writer.setUncaughtExceptionHandler((ended, e) -> failure.set(e));
      writer.start();
      LatencyHistogram collected = new LatencyHistogram();
      while (writer.isAlive()) {
        registry.collect((tag, interval) -> collected.add(interval));
      }
      writer.join();
      registry.collect((tag, interval) -> collected.add(interval));

      LatencyHistogram expected = new LatencyHistogram();
      for (long value = 1; value <= Buckets.HIGHEST_VALUE; value *= 2) {
        expected.record(value, TIMES);
      }
      assertThat(failure).hasNullValue();
      assertThat(collected.counts).isEqualTo(expected.counts);
    }
  }

  private static void writeDoubling(GrowingRecorder recorder) {
    for (long value = 1; value <= Buckets.HIGHEST_VALUE; value *= 2) {
      for (int i = 0; i < TIMES; i++) {
        recorder.record(value);
      }
    }
  }

  @Test
  void collectsUpToTheGreatestValueThatIsKnownOf() {
    RecorderRegistry registry = RecorderRegistry.growing();
    GrowingRecorder recorder = registry.growing("t");
    recorder.record(5);
    recorder.record(700_000_000);
    LatencyHistogram collected = new LatencyHistogram();
    registry.collect(5, (tag, interval) -> collected.add(interval));
    assertThat(collected.totalCount()).isEqualTo(1);
    registry.collect(700_000_000, (tag, interval) -> collected.add(interval));
    assertThat(collected.totalCount()).isEqualTo(2);
    assertThat(collected.max()).isBetween(700_000_000L, 701_000_000L);
  }
}
