package dev.takt.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.fleet.coordinator.LiveInterval;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.PlanReader;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Distribution;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetConsoleTest {

  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  private World world;
  private FleetConsole console;

  @BeforeEach
  void open() throws Exception {
    world = new World(folder);
    console =
        new FleetConsole(
            world.context(),
            new PlanReader(InstalledDrivers.load()).read("plan", "target: sim:delay=1ms\n"),
            RunDirectory.create(folder.resolve("run")),
            false,
            null);
  }

  private static LiveInterval interval(long endSeconds, int machines) {
    return new LiveInterval(
        endSeconds * SECOND,
        IntStream.range(0, machines).mapToObj(each -> "m" + each).toList(),
        List.of(),
        10,
        0,
        SECOND,
        Distribution.of(new LatencyHistogram()),
        Map.of());
  }

  /// The time and the number of machines of each line.
  private List<String> shown() {
    return world
        .err()
        .lines()
        .skip(1)
        .map(each -> each.strip().replaceFirst("^(\\S+ s) +(\\d+) .*", "$1 $2"))
        .toList();
  }

  /// The clock of the machines is 5 s ahead of this one.
  @Test
  void intervalsOfAFastClockAreShown() {
    for (int i = 10; i <= 14; i++) {
      console.progressed((i - 5) * SECOND, List.of(interval(i, 2)));
    }
    assertThat(shown()).containsExactly("10.0 s 2", "11.0 s 2", "12.0 s 2", "13.0 s 2");
    console.progressed(14 * SECOND, List.of());
    assertThat(shown()).endsWith("13.0 s 2", "14.0 s 2");
  }

  @Test
  void eachIntervalIsShownOnceAndAnUnfinishedOneIsNot() {
    console.progressed(SECOND, List.of(interval(1, 2)));
    console.progressed(2 * SECOND, List.of(interval(1, 1), interval(2, 2), interval(3, 2)));
    console.progressed(2 * SECOND, List.of(interval(3, 1)));
    assertThat(shown()).containsExactly("1.00 s 2", "2.00 s 2");
    console.progressed(3 * SECOND, List.of(interval(3, 1), interval(4, 1)));
    assertThat(shown()).containsExactly("1.00 s 2", "2.00 s 2", "3.00 s 2");
  }
}
