package dev.takt.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.RunSettings;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.runs.RunDirectory;
import dev.takt.testing.Timing;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The parts that a driver times itself are reported without those of the warm-up, like everything
/// else.
@Timeout(60)
class PartsOfWarmupTest {

  /// Each of its operations has two parts of 1 ns.
  private static final class HalvingDriver implements BlockingDriver {
    private final ReadModifyWriteParts parts = new ReadModifyWriteParts();

    @Override
    public Session open(int worker) {
      return (_, _) -> {
        parts.record(0, Outcome.OK, 1, Outcome.OK, 2);
        return Outcome.OK;
      };
    }

    @Override
    public List<DriverPart> parts() {
      return parts.parts();
    }

    @Override
    public String describe() {
      return "halves";
    }

    @Override
    public void close() {}
  }

  @TempDir Path folder;

  private long halves(long warmupNanos) throws Exception {
    RunSettings settings = new RunSettings();
    settings.driver = new HalvingDriver();
    settings.warmupNanos = warmupNanos;
    Path path = folder.resolve("run" + warmupNanos);
    LoadRun run = new LoadRun(settings.build(), RunDirectory.create(path), _ -> {});
    run.run();
    return run.distributions().parts().stream()
        .filter(part -> part.name().equals("update"))
        .mapToLong(part -> part.times().totalCount())
        .sum();
  }

  /// 600 of 1000 operations are due in the warm-up; on a slow machine some of them are late.
  @Timing
  @Test
  void theWarmupIsLeftOut() throws Exception {
    assertThat(halves(600_000_000)).isBetween(1L, 700L);
  }

  @Test
  void allPartsAreReportedWithoutWarmup() throws Exception {
    assertThat(halves(0)).isEqualTo(1000);
  }
}
