package dev.takt.watch.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.takt.counters.Readings;
import dev.takt.counters.StandardEvent;
import dev.takt.runs.counters.EventCount;
import dev.takt.runs.time.TimeInterval;
import org.junit.jupiter.api.Test;

class CounterSeriesTest {

  /// Readings at 0, 100, 200 and 300: the task clock advances by 10, 20 and 40, cycles by 1,000
  /// each, of which the last is counted half of the time.
  private static CounterSeries series() {
    CounterSeries series = new CounterSeries();
    series.add(0, Readings.of(5, 100, 100, 7000, 100, 100));
    series.add(100, Readings.of(15, 200, 200, 8000, 200, 200));
    series.add(200, Readings.of(35, 300, 300, 9000, 300, 300));
    series.add(300, Readings.of(75, 400, 400, 9500, 400, 350));
    return series;
  }

  @Test
  void windowBetweenReadingsIsInterpolatedAndBounded() {
    assertThat(series().within(new TimeInterval(50, 250)))
        .contains(new EventCount("task-clock", 5 + 20 + 20, 20, 70, 1));
    assertThat(series().within(new TimeInterval(20, 60)))
        .contains(new EventCount("task-clock", 4, 0, 10, 1));
  }

  @Test
  void windowAtReadingsIsExact() {
    assertThat(series().within(new TimeInterval(100, 200)))
        .containsExactly(
            new EventCount("task-clock", 20, 20, 20, 1),
            new EventCount("cycles", 1000, 1000, 1000, 1));
    assertThat(series().within(null))
        .as("2,500 of 300, of which 250 were counted")
        .containsExactly(
            new EventCount("task-clock", 70, 70, 70, 1),
            new EventCount("cycles", 3000, 3000, 3000, 250 / 300.0));
  }

  @Test
  void estimateSaysForWhichPartOfTheTimeItWasCounted() {
    assertThat(series().within(new TimeInterval(200, 300)))
        .contains(new EventCount("cycles", 1000, 1000, 1000, 0.5));
  }

  @Test
  void windowThatIsNotCoveredHasNoCounts() {
    assertThat(series().within(new TimeInterval(-1, 200))).isEmpty();
    assertThat(series().within(new TimeInterval(100, 301))).isEmpty();
    CounterSeries one = new CounterSeries();
    one.add(0, Readings.of(5, 100, 100, 7000, 100, 100));
    assertThat(one.within(null)).isEmpty();
  }

  @Test
  void eventThatIsNotKnownIsAbsentAndHasAReason() {
    CounterSeries series = new CounterSeries();
    series.add(0, Readings.of(5, 100, 100, 7000, 100, 100));
    series.add(100, Readings.of(15, 200, 200, 7000, 200, 100));
    assertThat(series.within(null)).extracting(EventCount::event).containsExactly("task-clock");
    assertThat(series.unknown(null))
        .containsExactly(
            entry(
                StandardEvent.CYCLES,
                "it never had its turn: more events were counted than the processor has counters"));
    assertThat(series().unknown(null)).isEmpty();
    assertThat(new CounterSeries().unknown(null)).isEmpty();
  }

  @Test
  void windowThatIsNotCoveredIsAReason() {
    String why = "the readings of the counters do not cover the measured time";
    assertThat(series().unknown(new TimeInterval(100, 301)))
        .containsExactly(entry(StandardEvent.TASK_CLOCK, why), entry(StandardEvent.CYCLES, why));
    assertThat(series().unknown(new TimeInterval(100, 300))).isEmpty();
  }
}
