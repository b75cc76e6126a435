package dev.takt.load.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.counters.EventRate;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterTextTest {

  @Test
  void eventsArePerOperationAndIpcIsARatio() {
    assertThat(
            CounterText.of(
                List.of(
                    rate("task-clock", 82_100, 1),
                    rate("page-faults", 2, 1),
                    rate("cycles", 200_000, 1),
                    rate("instructions", 250_000, 1))))
        .isEqualTo(
            "82.1 µs CPU time, 2.00 page-faults, 200,000 cycles, 250,000 instructions an operation;"
                + " 1.25 instructions a cycle");
  }

  @Test
  void estimateSaysSo() {
    assertThat(CounterText.of(List.of(rate("llc-misses", 3, 0.25))))
        .isEqualTo("3.00 llc-misses (estimated: counted for 25 % of the time) an operation");
    assertThat(CounterText.of(List.of(rate("cycles", 3, 1)))).doesNotContain("a cycle");
  }

  private static EventRate rate(String event, double value, double timeShare) {
    return new EventRate(event, value, value, value, timeShare);
  }
}
