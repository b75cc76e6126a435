package dev.takt.cli.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StressCommandTest {

  @Test
  void anAgreedStartIsForOneRun(@TempDir Path folder) {
    World world = new World(folder);

    int code =
        world.run(
            "cassandra-stress", "read", "-rate", "auto", "--start-at", "2099-01-01T00:00:00Z");

    assertThat(code).as(world.err()).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("start-at is for one run");
  }

  @Test
  void aCopyOfTheReportNeedsTheReport(@TempDir Path folder) {
    World world = new World(folder);

    int code =
        world.run("cassandra-stress", "write", "n=1", "-graph", "file=g.html", "--no-report");

    assertThat(code).as(world.err()).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("-graph file= is a copy of the report: leave out --no-report");
    assertThat(folder).isEmptyDirectory();
  }
}
