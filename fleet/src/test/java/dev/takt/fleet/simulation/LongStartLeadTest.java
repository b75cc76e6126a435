package dev.takt.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.lab.RunResult;
import dev.takt.runs.model.Fleet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A start that is further away than clocks are known ahead.
@Tag("slow")
@Timeout(120)
class LongStartLeadTest {

  @TempDir private Path folder;

  @Test
  void allStartTogetherAfterALongLead() throws Exception {
    KnownLoad load = KnownLoad.of(100, 1, 1);
    Duration lead = Duration.ofSeconds(17);
    long[] agreed = new long[1];
    long begin = System.nanoTime();
    try (SimulatedFleet fleet =
        new SimulatedFleet(folder, load, 2, lead, start -> agreed[0] = start)) {
      fleet.join("a", 1);
      fleet.join("b", 1);
      RunResult result = fleet.run();
      assertThat(Objects.requireNonNull(result.record().fleet()).machines())
          .hasSize(2)
          .allMatch(each -> each.state() == Fleet.State.FINISHED);
      assertThat(result.summary().results().balance().intended()).isEqualTo(load.count());
      assertThat(agreed[0] - begin).isGreaterThan(lead.toNanos());
      assertThat(fleet.isClockWrong).isFalse();
    }
  }
}
