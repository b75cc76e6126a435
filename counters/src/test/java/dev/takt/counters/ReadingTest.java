package dev.takt.counters;

import static dev.takt.counters.StandardEvent.BRANCH_MISSES;
import static dev.takt.counters.StandardEvent.CYCLES;
import static dev.takt.counters.StandardEvent.INSTRUCTIONS;
import static dev.takt.counters.StandardEvent.LLC_MISSES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests how counts are scaled where counters are multiplexed.
class ReadingTest {

  private static final List<Event> ASKED = List.of(CYCLES, INSTRUCTIONS, LLC_MISSES);
  private static final List<Event> ONE_THREAD = List.of(CYCLES, INSTRUCTIONS);
  private static final Map<Event, String> REFUSED = Map.of(LLC_MISSES, "none here");

  @Test
  void fullyRunningCounterIsExact() {
    Reading reading = reading(1000, 50, 50, 3, 50, 50);
    assertThat(reading.count(CYCLES)).isEqualTo(new Count.Exact(1000));
    assertThat(reading.value(INSTRUCTIONS)).hasValue(3);
  }

  @Test
  void multiplexedCounterIsScaled() {
    Reading reading = reading(1000, 80, 20, 7, 80, 60);
    assertThat(reading.count(CYCLES)).isEqualTo(new Count.Scaled(4000, 1000, 80, 20));
    assertThat(((Count.Scaled) reading.count(CYCLES)).ratio()).isEqualTo(0.25);
    assertThat(reading.value(INSTRUCTIONS)).as("7 * 4 / 3, rounded").hasValue(9);
  }

  @Test
  void neverScheduledCounterIsUnknown() {
    Reading reading = reading(0, 80, 0, 7, 80, 80);
    assertThat(reading.count(CYCLES)).isInstanceOf(Count.NeverCounted.class);
    assertThat(reading.value(CYCLES)).isEmpty();
  }

  @Test
  void unsupportedCounterHasReason() {
    Reading reading = reading(0, 0, 0, 0, 0, 0);
    assertThat(reading.count(LLC_MISSES)).isEqualTo(new Count.NotSupported("none here"));
    assertThat(reading.value(LLC_MISSES)).isEmpty();
    assertThatThrownBy(() -> reading.count(BRANCH_MISSES))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// With the times between the readings, not those since the start.
  @Test
  void differenceIsScaledByItsOwnTimes() {
    Reading before = reading(1000, 80, 20, 0, 0, 0);
    Reading after = reading(1500, 180, 70, 0, 0, 0);
    assertThat(after.since(before).count(CYCLES)).isEqualTo(new Count.Scaled(1000, 500, 100, 50));
  }

  /// One ran for 10 and was counted all the time, the other for 90, counted for half of it: 1,000
  /// and 200. The sum of both, scaled by the sums of their times, would be 2,000.
  @Test
  void eachThreadIsScaledByItsOwnTimes() {
    Reading reading = ofThreads(1000, 10, 10, 100, 90, 45);
    assertThat(reading.count(CYCLES)).isEqualTo(new Count.Scaled(1200, 1100, 100, 55));
  }

  @Test
  void threadThatWasNeverCountedIsEstimatedFromTheOthers() {
    assertThat(ofThreads(1000, 10, 10, 0, 30, 0).count(CYCLES))
        .isEqualTo(new Count.Scaled(4000, 1000, 40, 10));
    assertThat(ofThreads(1000, 10, 10, 0, 0, 0).count(CYCLES))
        .as("one that did not run has counted all there was")
        .isEqualTo(new Count.Exact(1000));
    assertThat(ofThreads(0, 10, 0, 0, 30, 0).count(CYCLES)).isEqualTo(new Count.NeverCounted());
  }

  /// A thread ran for 30 on cores of one kind, and for 70 on the other.
  @Test
  void twoKindsOfCoresAreOneCount() {
    long[] values = Reading.values(1);
    Reading.add(values, 0, 300, 100, 30);
    Reading.add(values, 0, 500, 100, 70);
    assertThat(new Reading(ASKED, List.of(CYCLES), REFUSED, values).count(CYCLES))
        .isEqualTo(new Count.Exact(800));

    long[] multiplexed = Reading.values(1);
    Reading.add(multiplexed, 0, 300, 100, 30);
    Reading.add(multiplexed, 0, 500, 100, 20);
    assertThat(new Reading(ASKED, List.of(CYCLES), REFUSED, multiplexed).count(CYCLES))
        .isEqualTo(new Count.Scaled(1600, 800, 100, 50));
  }

  @Test
  void ratioIsKnownIfBothValuesAre() {
    assertThat(reading(1000, 50, 50, 1500, 50, 50).ratio(INSTRUCTIONS, CYCLES)).hasValue(1.5);
    assertThat(reading(1000, 80, 20, 1500, 80, 40).ratio(INSTRUCTIONS, CYCLES)).hasValue(0.75);
    assertThat(reading(0, 50, 50, 1500, 50, 50).ratio(INSTRUCTIONS, CYCLES)).isEmpty();
    assertThat(reading(0, 80, 0, 1500, 80, 80).ratio(INSTRUCTIONS, CYCLES)).isEmpty();
    assertThat(reading(1000, 50, 50, 0, 0, 0).ratio(LLC_MISSES, CYCLES)).isEmpty();
  }

  @Test
  void readingsOfOtherCountersHaveNoDifference() {
    assertThatThrownBy(() -> reading(0, 0, 0, 0, 0, 0).since(ofThreads(0, 0, 0, 0, 0, 0)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Reading reading(long... values) {
    return new Reading(ASKED, ONE_THREAD, REFUSED, values);
  }

  private static Reading ofThreads(long... values) {
    return new Reading(ASKED, List.of(CYCLES, CYCLES), REFUSED, values);
  }
}
