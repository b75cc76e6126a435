package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Samples;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.Progress.Phase;
import dev.takt.testing.InEachLocale;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

@InEachLocale
class LiveFrameTest {

  @Test
  void showsTheResponseOfTheIntervalAndOfTheRun() {
    assertThat(
            String.join("\n", LiveFrame.lines("sim:x", Samples.progress(Phase.MEASURE, true), 80)))
        .isEqualTo(
            """
            takt  measure  12 s, 8 s left  sim:x
            rate  999/s of 1,000/s
            response        now     so far
            p50         5.00 ms    5.00 ms
            p99         9.90 ms    9.90 ms
            p99.9       9.99 ms    9.99 ms
            max         10.0 ms    10.0 ms
            in flight 3  backlog 14  errors 15  lateness p99 9.90 ms
            """
                .stripTrailing());
  }

  @Test
  void showsHowFarTheUsersOfEachJourneyHaveCome() {
    Progress plain = Samples.progress(Phase.MEASURE, true);
    Map<String, Long> steps = new LinkedHashMap<>();
    steps.put("login", 1_412L);
    steps.put("browse", 1_400L);
    steps.put("order", 7L);
    Progress progress =
        new Progress(
            plain.phase(),
            plain.elapsedNanos(),
            plain.remainingNanos(),
            plain.rates(),
            plain.interval(),
            plain.soFar(),
            plain.lateness(),
            new Progress.Counts(3, 14, 11, 15, List.of(new Progress.Reached("shop", steps))));

    assertThat(LiveFrame.lines("sim:x", progress, 80))
        .containsSubsequence(
            "max         10.0 ms    10.0 ms",
            "shop  login 1,412 > browse 1,400 > order 7",
            "in flight 3  backlog 14  errors 15  lateness p99 9.90 ms");
    assertThat(LiveFrame.lines("sim:x", progress, 60))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
  }

  @Test
  void showsOnlyServiceWithoutASchedule() {
    var lines = LiveFrame.lines("sim:x", Samples.progress(Phase.MEASURE, false), 80);

    assertThat(String.join("\n", lines).toLowerCase(Locale.ROOT))
        .contains("service")
        .doesNotContain("response", "backlog", "lateness", " of ");
  }

  @Test
  void neverExceedsTheWidth() {
    for (int width : new int[] {1, 10, 40, 59, 60, 61, 80}) {
      assertThat(LiveFrame.lines("x".repeat(200), Samples.progress(Phase.DRAIN, true), width))
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
    }
  }

  @Test
  void isTheTableOnANarrowTerminalAndOneLineWhileTheGeneratorWarmsItself() {
    assertThat(LiveFrame.lines("sim:x", Samples.progress(Phase.MEASURE, true), 40)).hasSize(2);
    assertThat(LiveFrame.lines("sim:x", Samples.progress(Phase.SELF_WARMUP, true), 80)).hasSize(1);
  }
}
