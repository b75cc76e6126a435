package dev.takt.cli.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          write n=9 -rate threads>=1 threads<=4 -sendto a | threads>= and auto: say -rate threads=N
          write n=0 -rate threads=4 -sendto a | n=0: it makes tables only, which one machine does
          write n=0 -rate threads=4 --fleet local:2 | n=0: it makes tables only
          write -rate threads=4 -sendto a | err<: say n= or duration=
          write n=9 -rate threads=4 -errors fail-fast --fleet local:2 | -errors fail-fast
          write n=9 -rate threads=4 -log hdrfile=x -sendto a | -log hdrfile=: latency.hdr in
          write n=9 -rate threads=4 -graph file=x --fleet=local:2 | -graph: report.html in
          write n=9 -rate threads=4 -sendto a --format cassandra-stress | --format cassandra-stress
          """)
  void whatFollowsEachIntervalIsRefusedOnSeveralMachines(
      String line, String reason, @TempDir Path folder) {
    World world = new World(folder);

    int code = world.run(("cassandra-stress " + line).split(" ", -1));

    assertThat(code).as(world.err()).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("not on several machines: " + reason);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void planOfSeveralMachinesIsPrintedWithoutThem(@TempDir Path folder) {
    World world = new World(folder);
    String line = "cassandra-stress write n=9 -rate threads=4 -sendto local:2 --print-plan";

    int code = world.run(line.split(" ", -1));

    assertThat(code).as(world.err()).isEqualTo(ExitCode.OK);
    assertThat(world.out()).contains("machines: 2").doesNotContain("sendto");
    assertThat(world.err()).contains("note: -rate threads= is for each machine");
  }

  @Test
  void lineThatCannotBeSharedIsRefusedBeforeAnythingStarts(@TempDir Path folder) {
    World world = new World(folder);
    String line = "cassandra-stress write n=9 truncate=once -rate threads=4 -sendto local:2";

    int code = world.run(line.split(" ", -1));

    assertThat(code).as(world.err()).isEqualTo(ExitCode.USAGE);
    assertThat(world.err())
        .contains("not on 2 machines: truncate=: a machine could empty tables")
        .doesNotContain("starting");
    assertThat(folder).isEmptyDirectory();
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
