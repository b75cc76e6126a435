package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Fleet;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Machines with clocks that are up to 17 minutes apart start together. Their true offsets are
/// known, as their clocks are this machine's, moved.
@EnabledOnOs(OS.LINUX)
@Tag("slow")
@Timeout(value = 150, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FleetStartTest {

  @TempDir Path folder;

  @Test
  void startsAreNotFurtherApartThanStated() throws Exception {
    long[] ahead = {0, 7, 333, 1_020};
    try (MachineFleet fleet = new MachineFleet(folder, ahead)) {
      fleet.start(4, 10, 0);
      fleet.assertExact(fleet.coordinator().await(), 4);
      FleetLogs.assertUnion(folder.resolve("whole/run"));
      long start = fleet.directory().read().beginNanoTime();
      long[] late = new long[ahead.length];
      long worst = 0;
      for (int i = 0; i < ahead.length; i++) {
        Fleet.Machine machine = fleet.machine(2 + i);
        long offset = ahead[i] * MachineFleet.SECOND;
        assertThat(Math.abs(machine.clock().offsetNanos() - offset))
            .as("offset of " + machine)
            .isLessThanOrEqualTo(machine.clock().errorNanos());
        late[i] = fleet.directory(2 + i).read().beginNanoTime() - offset - start;
        long startLate = Objects.requireNonNull(machine.startLateNanos());
        assertThat(Math.abs(late[i] - startLate))
            .as("start of " + machine)
            .isLessThanOrEqualTo(machine.clock().errorNanos());
        worst = Math.max(worst, machine.clock().errorNanos());
      }
      long spread =
          LongStream.of(late).max().orElseThrow() - LongStream.of(late).min().orElseThrow();
      System.out.printf(
          "spread of the starts %d us, stated error %d us%n", spread / 1_000, worst / 1_000);
      assertThat(spread).isLessThanOrEqualTo(2 * worst);
    }
  }
}
