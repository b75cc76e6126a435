package dev.takt.explain.attribution.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StallClassificationTest {

  private static Stall stall(StallKind kind, long begin, long end) {
    return Stall.of(kind, Side.TARGET, new Stall.Interval(begin, end, 0, "test"));
  }

  @Test
  void timeOfOverlappingHiccupsCountsOnce() {
    Stall wait = stall(StallKind.RUN_QUEUE, 0, 100).withThread(Stall.Actor.named("worker"));
    Stall hiccup = stall(StallKind.HICCUP, 10, 40);

    assertThat(
            StallClassification.of(List.of(wait, hiccup, stall(StallKind.HICCUP, 20, 49))).waits())
        .as("hiccups during 39 % of it")
        .containsExactly(0);
    assertThat(
            StallClassification.of(List.of(wait, hiccup, stall(StallKind.HICCUP, 20, 60))).waits())
        .as("during half of it")
        .isEmpty();
  }
}
