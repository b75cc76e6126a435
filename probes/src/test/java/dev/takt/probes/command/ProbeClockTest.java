package dev.takt.probes.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.probes.Disturbance;
import dev.takt.probes.FiveNumberSummary;
import dev.takt.probes.JfrClock;
import dev.takt.probes.clock.ClockResult;
import dev.takt.probes.clock.LinuxClockSource;
import dev.takt.probes.clock.ProbedClock;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is said of clocks that have no cost.
class ProbeClockTest {

  private final Map<ProbedClock, ClockResult.Figures> clocks = new EnumMap<>(ProbedClock.class);

  private Disturbance stepRounds = Disturbance.NONE;

  @Test
  void roundsOfStepsCountToo() throws IOException {
    stepRounds = new Disturbance(4, 4);
    add(ProbedClock.NANO_TIME, 20, 1);

    assertThat(text())
        .startsWith(
            """
            in 5 of 24 rounds a thread did not have its processor: they are left out
            nothing was measured of the steps of nanoTime: all of these rounds were
            disturbed
            """);
  }

  @Test
  void clockThatWasNotMeasuredIsNotCalledDisturbed() throws IOException {
    add(ProbedClock.NANO_TIME, 20, 3);
    add(ProbedClock.CURRENT_TIME_MILLIS, 0, 0);

    assertThat(text())
        .startsWith("in 3 of 20 rounds a thread did not have its processor: they are left out\n\n")
        .doesNotContain("nothing was measured");
  }

  @Test
  void clockWithoutUndisturbedRoundIsNamed() throws IOException {
    add(ProbedClock.NANO_TIME, 20, 0);
    add(ProbedClock.CURRENT_TIME_MILLIS, 5, 5);

    assertThat(text())
        .startsWith(
            """
            in 5 of 25 rounds a thread did not have its processor: they are left out
            nothing was measured of the cost of currentTimeMillis: all of these rounds were
            disturbed
            """)
        .satisfies(text -> assertThat(text.lines()).allMatch(line -> line.length() <= 80));
  }

  private void add(ProbedClock clock, long rounds, long disturbed) {
    clocks.put(
        clock,
        new ClockResult.Figures(
            new ClockResult.Steps(10, 10, 1, 1, 1, 0, 0),
            stepRounds,
            new Disturbance(rounds, disturbed),
            disturbed == rounds ? null : FiveNumberSummary.of(List.of(20.0)),
            Map.of()));
  }

  private String text() throws IOException {
    ClockResult result =
        new ClockResult(
            clocks,
            new LinuxClockSource("tsc", List.of(), List.of()),
            new JfrClock(1e9, true, null),
            new ClockResult.Drift(1_000_000, 0, 50),
            List.of());
    StringBuilder text = new StringBuilder();
    ProbeClock.document(result).writeText(text, 80);
    return text.toString();
  }
}
