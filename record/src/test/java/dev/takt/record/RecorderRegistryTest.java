package dev.takt.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.takt.testing.Background;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RecorderRegistryTest {

  private final RecorderRegistry registry = new RecorderRegistry();

  private Map<String, Long> collectCounts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    registry.collect((tag, interval) -> counts.put(tag, interval.totalCount()));
    return counts;
  }

  @Test
  void eachCollectionHasWhatCameSinceTheLast() {
    LatencyRecorder read = registry.singleWriter("read");
    LatencyRecorder write = registry.shared("write");
    read.record(5);
    write.record(7);
    write.record(7);
    assertThat(collectCounts()).containsExactly(Map.entry("read", 1L), Map.entry("write", 2L));
    assertThat(collectCounts()).isEmpty();
    write.record(9);
    registry.collect((tag, interval) -> {
      assertThat(tag).isEqualTo("write");
      assertThat(interval.max()).isEqualTo(9);
      assertThat(interval.min()).isEqualTo(9);
    });
  }

  /// A writer may have recorded a greater value that it has not reported yet. The next interval
  /// counts it.
  @Test
  void whatIsAboveTheGreatestValueThatIsKnownOfIsNotLost() {
    LatencyRecorder read = registry.singleWriter("read");
    read.record(5);
    read.record(700_000);
    registry.collect(
        5,
        (tag, interval) -> {
          assertThat(interval.totalCount()).isEqualTo(1);
          assertThat(interval.max()).isEqualTo(5);
        });
    read.record(6);
    registry.collect(
        700_000,
        (tag, interval) -> {
          assertThat(interval.totalCount()).isEqualTo(2);
          assertThat(interval.min()).isEqualTo(6);
          assertThat(interval.max()).isBetween(700_000L, 701_000L);
        });
    assertThat(collectCounts()).isEmpty();
  }

  @Test
  void recordersOfOneTagAreOneSeries() {
    LatencyRecorder first = registry.singleWriter("t");
    LatencyRecorder second = registry.singleWriter("t");
    SharedRecorder shared = registry.shared("t");
    assertThat(second).isNotSameAs(first);
    assertThat(registry.shared("t")).isSameAs(shared);
    first.record(1);
    second.record(1);
    shared.record(1);
    assertThat(collectCounts()).containsExactly(Map.entry("t", 3L));
  }

  @Test
  void aRecorderCanComeLater() {
    registry.singleWriter("a").record(1);
    assertThat(collectCounts()).containsOnlyKeys("a");
    registry.singleWriter("a").record(1);
    registry.singleWriter("b").record(1);
    assertThat(collectCounts()).containsExactly(Map.entry("a", 1L), Map.entry("b", 1L));
  }

  @Test
  void tagsThatALogCannotHoldAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> registry.singleWriter("a,b"));
    assertThatIllegalArgumentException().isThrownBy(() -> registry.shared(""));
  }

  @Test
  void racingIntervalsOfOneWriterLoseAndDoubleNothing() throws Exception {
    SingleWriterRecorder recorder = registry.singleWriter("t");
    assertRace(1, 20_000_000, recorder);
  }

  @Test
  void racingIntervalsOfManyWritersLoseAndDoubleNothing() throws Exception {
    assertRace(4, 2_000_000, registry.shared("t"));
  }

  private void assertRace(int writers, int each, LatencyRecorder recorder) throws Exception {
    CompletableFuture<?>[] writing = new CompletableFuture<?>[writers];
    LatencyHistogram[] written = new LatencyHistogram[writers];
    for (int w = 0; w < writers; w++) {
      LatencyHistogram own = new LatencyHistogram();
      written[w] = own;
      SplittableRandom random = new SplittableRandom(w);
      writing[w] =
          Background.runAsync(() -> {
            for (int i = 0; i < each; i++) {
              long value = random.nextLong() >>> (30 + random.nextInt(20));
              own.record(value);
              recorder.record(value);
            }
          });
    }
    LatencyHistogram collected = new LatencyHistogram();
    int intervals = 0;
    CompletableFuture<Void> all = CompletableFuture.allOf(writing);
    while (!all.isDone()) {
      registry.collect((tag, interval) -> collected.add(interval));
      intervals++;
    }
    all.get(50, TimeUnit.SECONDS);
    registry.collect((tag, interval) -> collected.add(interval));

    LatencyHistogram expected = new LatencyHistogram();
    for (LatencyHistogram own : written) {
      expected.add(own);
    }
    assertThat(intervals).as("intervals that raced, also on a busy machine").isGreaterThan(10);
    assertThat(collected.totalCount()).isEqualTo((long) writers * each);
    assertThat(collected.counts).isEqualTo(expected.counts);
  }
}
