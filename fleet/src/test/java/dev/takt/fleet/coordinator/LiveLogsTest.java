package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.Interval;
import org.junit.jupiter.api.Test;

class LiveLogsTest {

  private static final long SECOND = 1_000_000_000L;

  private final LiveLogs logs = new LiveLogs(SECOND, true);

  private void add(String machine, long number, String tag, long... values) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long each : values) {
      histogram.record(each);
    }
    logs.add(machine, number, new Interval(1, tag, number * SECOND, SECOND, histogram.toCounts()));
  }

  @Test
  void addsUpTheMachinesIntervalByInterval() {
    add("a", 0, "read-rt", 1_000, 2_000);
    add("b", 0, "write-rt", 1_500);
    add("a", 0, "read-st", 9, 9, 9);
    add("b", 0, "write:failed-rt", 5, 5);
    assertThat(logs.next(SECOND, 2)).as("b may still have lines of interval 0").isEmpty();
    add("a", 1, "read-rt", 7);
    assertThat(logs.next(SECOND, 2)).isEmpty();
    add("b", 1, "read-rt", 8);
    LiveInterval first = logs.next(SECOND, 2).orElseThrow();
    assertThat(first.endNanos()).isEqualTo(SECOND);
    assertThat(first.machines()).isEqualTo(2);
    assertThat(first.completed()).isEqualTo(3);
    assertThat(first.failed()).isEqualTo(2);
    assertThat(first.rate()).isEqualTo(5.0);
    assertThat(first.times().max()).isEqualTo(2_000);
    assertThat(logs.next(SECOND, 2)).as("each once").isEmpty();
  }

  @Test
  void showsAnIntervalWithoutAMachineThatIsLate() {
    add("a", 0, "read-rt", 1_000);
    add("a", 1, "read-rt", 1_000);
    assertThat(logs.next(2 * SECOND, 2)).isEmpty();
    assertThat(logs.next(5 * SECOND / 2 + 1, 2).orElseThrow().machines()).isEqualTo(1);
  }

  @Test
  void ofSeveralShowsTheNewest() {
    for (int i = 0; i < 5; i++) {
      add("a", i, "read-rt", i + 1);
    }
    assertThat(logs.next(5 * SECOND, 1).orElseThrow().endNanos()).isEqualTo(4 * SECOND);
    assertThat(logs.next(5 * SECOND, 1)).isEmpty();
  }

  @Test
  void restHasWhatWasNotShownAndIsOver() throws Exception {
    for (int i = 0; i < 5; i++) {
      add("a", i, "read-rt", i + 1);
    }
    assertThat(logs.next(SECOND, 1).orElseThrow().endNanos()).isEqualTo(4 * SECOND);
    add("a", 5, "read-rt", 6);
    add("a", 6, "read-rt", 7);
    assertThat(logs.rest(13 * SECOND / 2))
        .extracting(LiveInterval::endNanos)
        .containsExactly(5 * SECOND, 6 * SECOND);
  }

  @Test
  void withoutAScheduleShowsServiceTimes() {
    try (LiveLogs service = new LiveLogs(SECOND, false)) {
      LatencyHistogram histogram = new LatencyHistogram();
      histogram.record(42);
      service.add("a", 0, new Interval(1, "read-st", 0, SECOND, histogram.toCounts()));
      assertThat(service.next(9 * SECOND, 1).orElseThrow().completed()).isEqualTo(1);
    }
  }
}
