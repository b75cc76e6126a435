package dev.takt.runs.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.RunRecord.Phase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StallsTest {

  @Test
  void betweenTwoMomentsAreThoseThatShareTimeWithThem() {
    Stalls all =
        new Stalls(
            Stalls.FORMAT_VERSION,
            List.of(),
            List.of(),
            List.of(stall(10, 19), stall(10, 20), stall(25, 26), stall(30, 40), stall(31, 40)),
            3,
            List.of(),
            Map.of());

    Stalls between = all.between(20, 30);

    assertThat(between.stalls()).containsExactly(stall(10, 20), stall(25, 26), stall(30, 40));
    assertThat(between.omitted()).isEqualTo(3);
  }

  @Test
  void measuredPhaseThatHasNotEndedLeavesOutWhatWasBeforeIt() {
    Stalls all =
        new Stalls(
            Stalls.FORMAT_VERSION,
            List.of(),
            List.of(),
            List.of(stall(10, 19), stall(25, 26)),
            0,
            List.of(),
            Map.of());
    RunRecord run = RunRecord.started(Map.of(), Environment.capture());

    assertThat(run.duringMeasured(all)).isEqualTo(all);
    RunRecord measuring = run.withPhases(0, List.of(new Phase(Phase.MEASURE, 20, null)));
    assertThat(measuring.duringMeasured(all).stalls()).containsExactly(stall(25, 26));
  }

  private static Stall stall(long begin, long end) {
    return Stall.of(StallKind.GC_PAUSE, Side.TARGET, new Stall.Interval(begin, end, 0, "x"));
  }
}
