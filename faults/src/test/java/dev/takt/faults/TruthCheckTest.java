package dev.takt.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Timing;
import dev.takt.watch.Observers;
import dev.takt.watch.WatchRequest;
import dev.takt.watch.jvm.SpawnOptions;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Tests the observers with faults injected into another JVM.
@EnabledOnOs(OS.LINUX)
@Timing
class TruthCheckTest {

  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  @Test
  void injectedFaultsAreReported() throws Exception {
    Set<FaultKind> ailments =
        EnumSet.of(
            FaultKind.GC, FaultKind.LAGGARD, FaultKind.MONITOR, FaultKind.LOCK, FaultKind.STOP);
    TruthReport report = check(ailments, 3, Duration.ZERO);
    assertThat(report.notPossible()).isEmpty();
    for (Score score : report.scores()) {
      assertThat(score.injected()).as("%s", score).isGreaterThanOrEqualTo(3);
      assertThat(score.recall()).as("%s", score).isGreaterThanOrEqualTo(0.95);
      // The machine is shared, so the edges of single faults may be wrong.
      assertThat(Score.median(score.edges().beginErrors())).as("%s", score).isLessThan(2 * MILLI);
      assertThat(Score.median(score.edges().endErrors())).as("%s", score).isLessThan(2 * MILLI);
      assertThat(score.culprits().named()).as("%s", score).isEqualTo(score.culprits().nameable());
    }
  }

  /// Like `takt probe truth`.
  @Test
  @Tag("slow")
  void nearlyAllFaultsOfEveryKindAreReported() throws Exception {
    TruthReport report = check(EnumSet.allOf(FaultKind.class), 20, Duration.ofMinutes(1));
    for (Score score : report.scores()) {
      assertThat(score.recall()).as("%s", score).isGreaterThanOrEqualTo(0.95);
      assertThat(Score.median(score.edges().beginErrors())).as("%s", score).isLessThan(MILLI);
    }
  }

  private TruthReport check(Set<FaultKind> ailments, int times, Duration quiet)
      throws IOException, InterruptedException {
    return new TruthCheck(
            folder,
            Map.of(SpawnOptions.VARIABLE, SpawnOptions.appendedTo(System.getenv())),
            false,
            pid ->
                Observers.of(
                    new WatchRequest(folder, WatchLevel.DEFAULT, OptionalLong.of(pid), false)),
            _ -> {})
        .run(ailments, times, quiet);
  }
}
