package dev.takt.watch.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests how counts are scaled where counters are multiplexed.
class ReadingTest {

  private static final Map<Counter, Integer> PLACES =
      Map.of(Counter.CYCLES, 0, Counter.INSTRUCTIONS, 1);
  private static final Map<Counter, String> REFUSED = Map.of(Counter.LLC_MISSES, "none here");

  @Test
  void fullyRunningCounterIsExact() {
    Reading reading = reading(1000, 50, 50, 3, 50, 50);
    assertThat(reading.count(Counter.CYCLES)).isEqualTo(new Count.Exact(1000));
    assertThat(reading.value(Counter.INSTRUCTIONS)).hasValue(3);
  }

  @Test
  void multiplexedCounterIsScaled() {
    Reading reading = reading(1000, 80, 20, 7, 80, 60);
    assertThat(reading.count(Counter.CYCLES)).isEqualTo(new Count.Scaled(4000, 1000, 4.0));
    assertThat(reading.value(Counter.INSTRUCTIONS)).as("7 * 4 / 3, rounded").hasValue(9);
  }

  @Test
  void neverScheduledCounterIsUnknown() {
    Reading reading = reading(0, 80, 0, 7, 80, 80);
    assertThat(reading.count(Counter.CYCLES)).isInstanceOf(Count.NeverCounted.class);
    assertThat(reading.value(Counter.CYCLES)).isEmpty();
  }

  @Test
  void unsupportedCounterHasReason() {
    Reading reading = reading(0, 0, 0, 0, 0, 0);
    assertThat(reading.count(Counter.LLC_MISSES)).isEqualTo(new Count.NotSupported("none here"));
    assertThat(reading.value(Counter.LLC_MISSES)).isEmpty();
    assertThatThrownBy(() -> reading.count(Counter.BRANCH_MISSES))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// With the times between the readings, not those since the start.
  @Test
  void differenceIsScaledByItsOwnTimes() {
    Reading before = reading(1000, 80, 20, 0, 0, 0);
    Reading after = reading(1500, 180, 70, 0, 0, 0);
    assertThat(after.since(before).count(Counter.CYCLES))
        .isEqualTo(new Count.Scaled(1000, 500, 2.0));
  }

  private static Reading reading(long... values) {
    return new Reading(PLACES, REFUSED, values);
  }
}
