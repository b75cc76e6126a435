package dev.takt.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What several machines cannot do is refused before anything starts.
class FleetRefusalTest {

  private static final String INSERTING =
      """
      target: redis://127.0.0.1:1
      workload: {recordcount: 10, operationcount: 5, insertproportion: 1.0}
      """;

  @TempDir Path folder;

  private World world(String plan) throws IOException {
    Files.writeString(folder.resolve("plan.yaml"), plan);
    return new World(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run plan.yaml --fleet local:2",
        "fleet check plan.yaml --fleet local:2",
        "run plan.yaml --fleet listen:127.0.0.1:0 --machines 2",
        "fleet kubernetes plan.yaml --image takt --machines 2",
      })
  void loadThatCannotBeSharedIsRefusedAtOnce(String command) throws Exception {
    World world = world(INSERTING);
    assertThat(world.run(command.split(" ", -1))).as(world.err()).isEqualTo(ExitCode.USAGE);
    assertThat(world.err().replaceAll("\\s+", " "))
        .isEqualTo(
            "takt: not on 2 machines: a workload that inserts numbers its records itself: all"
                + " machines' would be the same ");
    assertThat(world.out()).isEmpty();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve("plan.yaml"));
    }
  }

  @Test
  void populationWithoutAUserForEachMachineIsRefused() throws Exception {
    World world =
        world("{target: 'http://127.0.0.1:1', users: 3, journeys: {j: {steps: [a: {}]}}}");
    assertThat(world.run("run", "plan.yaml", "--fleet", "local:4")).isEqualTo(ExitCode.USAGE);
    assertThat(world.err().replaceAll("\\s+", " "))
        .isEqualTo("takt: 3 users are too few for 4 machines, each of which needs one ");
  }

  /// A check would empty tables that are full, on one machine as on several.
  @ParameterizedTest
  @ValueSource(strings = {"local:1", "local:2"})
  void checkThatWouldEmptyTablesIsRefused(String machines) throws Exception {
    World world =
        world(
            """
            target: cql://127.0.0.1:1
            cassandra-stress: write n=9 truncate=once no-warmup
            operations: [{name: write}]
            count: 9
            """);
    assertThat(world.run("fleet", "check", "plan.yaml", "--fleet", machines))
        .as(world.err())
        .isEqualTo(ExitCode.USAGE);
    assertThat(world.err().replaceAll("\\s+", " "))
        .contains("truncate=: a check connects as a run does, and would empty the tables")
        .doesNotContain("starting");
  }

  @Test
  void oneMachineNeedNotShareIt() throws Exception {
    World world = world(INSERTING);
    assertThat(world.run("fleet", "kubernetes", "plan.yaml", "--image", "takt", "--machines", "1"))
        .as(world.err())
        .isZero();
  }
}
