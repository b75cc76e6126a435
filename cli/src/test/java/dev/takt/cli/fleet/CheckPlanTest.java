package dev.takt.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.driver.DriverProvider;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckPlanTest {

  private static final List<DriverProvider> DRIVERS = InstalledDrivers.load();

  private static Plan plan(String text) throws Exception {
    return new PlanReader(DRIVERS).read("plan", text);
  }

  @ParameterizedTest
  @CsvSource({
    "redis://127.0.0.1, 'command: GET a', init-command, FLUSHDB",
    "cql://127.0.0.1, 'cql: SELECT a FROM ks.t', init-cql, TRUNCATE ks.t",
    "jdbc:h2:mem:a, 'sql: SELECT 1', init, DROP TABLE t",
  })
  void whatIsSentBeforeARunIsLeftOut(String target, String operation, String key, String command)
      throws Exception {
    Plan plan =
        plan(
            "target: "
                + target
                + "\n"
                + operation
                + "\nrate: 7/s\n"
                + key
                + ": ['"
                + command
                + "']\n");
    assertThat(PlanWriter.withSecrets(plan)).contains(command);
    CheckPlan checked = CheckPlan.of(plan);
    assertThat(checked.leftOut()).containsExactly(key);
    assertThat(PlanWriter.withSecrets(checked.plan())).doesNotContain(command).contains("7/s");
  }

  @Test
  void otherPlansAreCheckedAsTheyAre() throws Exception {
    Plan plan = plan("target: redis://127.0.0.1\ndatabase: 3\ncommand: GET a\n");
    assertThat(CheckPlan.of(plan)).isEqualTo(new CheckPlan(plan, List.of()));
  }

  /// A new driver's key for commands before a run is one of these, or makes a run only possible.
  @Test
  void allKeysOfDriversForCommandsBeforeARunAreKnown() {
    assertThat(
            DRIVERS.stream()
                .flatMap(each -> each.targetProperties().stream())
                .map(DriverProvider.Property::name)
                .filter(each -> each.startsWith("init") && !each.equals("init-timeout")))
        .containsExactlyInAnyOrderElementsOf(CheckPlan.INIT_KEYS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write n=9 | {name: write}",
        "' write n=9 -rate threads=4' | {name: write}",
        "mixed ratio(write=1,read=3) n=9 cl=ONE -node a | {name: read}, {name: write}",
        "read n=9 no-warmup | {name: read}",
      })
  void serversAreNotWarmedUp(String line, String operations) throws Exception {
    Plan plan =
        plan(
            "target: cql://127.0.0.1\ncassandra-stress: '"
                + line
                + "'\ncount: 9\noperations: ["
                + operations
                + "]\n");
    Plan checked = CheckPlan.of(plan).plan();
    StressCommand.Run before = command(plan);
    StressCommand.Run after = command(checked);
    assertThat(before.hasWarmUp()).isEqualTo(!line.contains("no-warmup"));
    assertThat(after.hasWarmUp()).isFalse();
    assertThat(after.name()).isEqualTo(before.name());
    assertThat(after.length()).isEqualTo(before.length());
    assertThat(after.operations().shares()).isEqualTo(before.operations().shares());
  }

  private static StressCommand.Run command(Plan plan) {
    Object line = Objects.requireNonNull(plan.target().properties().get("cassandra-stress"));
    return (StressCommand.Run) StressSettings.parse(List.of(line.toString())).command();
  }
}
