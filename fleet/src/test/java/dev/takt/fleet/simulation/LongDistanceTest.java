package dev.takt.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.lab.RunResult;
import dev.takt.runs.model.Fleet;
import dev.takt.testing.Timing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Machines on another continent: a round trip takes 300 ms.
@Timeout(60)
@Timing
class LongDistanceTest {

  private static final long ONE_WAY_NANOS = 150_000_000;
  private static final Duration LEAD = Duration.ofSeconds(1);

  @TempDir private Path folder;

  /// The first reading takes 300 ms. Of the 50 that follow, one is due each 20 ms, and the last one
  /// takes 300 ms: 1.6 s. One after another, they would take 15 s.
  @Test
  void clocksAreKnownSoonAndWhatIsWaitedForIsSaid() throws Exception {
    KnownLoad load = KnownLoad.of(100, 1, 1);
    long[] agreed = new long[1];
    try (SimulatedFleet fleet =
        new SimulatedFleet(folder, load, 2, LEAD, start -> agreed[0] = start)) {
      fleet.network.move("far", ONE_WAY_NANOS);
      fleet.join("far", 1);
      fleet.join("near", 1);
      long begin = System.nanoTime();
      RunResult result = fleet.run();
      assertThat((agreed[0] - LEAD.toNanos() - begin) / 1e9)
          .as("seconds until both clocks were known")
          .isBetween(1.5, 5.0);
      assertThat(fleet.messages).anyMatch(each -> each.startsWith("clock not known yet: far"));
      assertThat(Objects.requireNonNull(result.record().fleet()).machines())
          .hasSize(2)
          .allMatch(each -> each.state() == Fleet.State.FINISHED);
      assertThat(result.summary().results().balance().intended()).isEqualTo(load.count());
      assertThat(fleet.isClockWrong).isFalse();
    }
  }
}
