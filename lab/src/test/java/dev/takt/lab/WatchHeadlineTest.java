package dev.takt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.testing.InEachLocale;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@InEachLocale
class WatchHeadlineTest {

  private static final Stall LONG_COMPILATION = stall(StallKind.COMPILATION, Side.TARGET, 900);
  private static final Stall IDLE_READ = stall(StallKind.SOCKET_IO, Side.TARGET, 800);
  private static final Stall STEAL = stall(StallKind.STEAL, Side.HOST, 500);
  private static final Stall PAUSE =
      stall(StallKind.GC_PAUSE, Side.TARGET, 40).withCause("System.gc()");
  private static final Stall SHORT_PAUSE = stall(StallKind.GC_PAUSE, Side.TARGET, 25);
  private static final Stall WAIT = stall(StallKind.MONITOR_WAIT, Side.TARGET, 60);

  @Test
  void kindWithTheLargestTotalIsNamed() {
    assertThat(headline(LONG_COMPILATION, IDLE_READ, STEAL, SHORT_PAUSE, PAUSE, WAIT))
        .hasValue(
            "GC pauses cost the target most: 65.0 ms in 2 stalls, the longest 40.0 ms"
                + " (System.gc()).");
  }

  @Test
  void singleStallIsItsOwnLongest() {
    assertThat(headline(WAIT, SHORT_PAUSE))
        .hasValue("Monitor waits cost the target most: 60.0 ms over all threads in one stall.");
  }

  @Test
  void hostIsNamedWhereTheTargetLostNothing() {
    assertThat(headline(LONG_COMPILATION, IDLE_READ, STEAL))
        .hasValue("Steal time cost the host most: 500 ms in one stall.");
  }

  @Test
  void withoutACostThereIsNoHeadline() {
    assertThat(headline()).isEmpty();
    assertThat(headline(LONG_COMPILATION, IDLE_READ)).isEmpty();
    assertThat(headline(stall(StallKind.DEOPTIMIZATION, Side.TARGET, 0))).isEmpty();
  }

  @Test
  void causesOfTheTargetAreEscaped() {
    assertThat(headline(WAIT.withCause("\u001b[2J")).orElseThrow()).endsWith("(\\u001b[2J).");
  }

  private static Stall stall(StallKind kind, Side side, long millis) {
    return Stall.of(kind, side, new Stall.Interval(0, millis * 1_000_000, 0, "s"));
  }

  private static Optional<String> headline(Stall... stalls) {
    return WatchHeadline.of(
        new Stalls(
            Stalls.FORMAT_VERSION, List.of(), List.of(), List.of(stalls), 0, List.of(), Map.of()));
  }
}
