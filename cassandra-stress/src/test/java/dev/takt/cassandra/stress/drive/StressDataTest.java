package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.DriverException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The keys are those that cassandra-stress 3.11.5 and 4.0-alpha2 have stored for the first
/// partition of such a table.
class StressDataTest {

  private static final String FOUND = "the table has data of cassandra-stress 3.x: these are used";

  private static final String NOTHING = "a row that is not there";

  @TempDir private Path folder;

  private UserScenario scenario(String stored) {
    UserScenario scenario =
        new UserScenario(
                folder, "k partition_key 0 bigint; s partition_key 1 text; v regular -1 int")
            .withProfile("queries: {}");
    scenario.database.setStored(stored);
    return scenario;
  }

  private static void open(UserScenario scenario) throws DriverException {
    var _ = scenario.open(Optional.empty(), "insert");
  }

  @Test
  void dataOfOlderVersionsAreFoundInTablesOfProfiles() throws DriverException {
    UserScenario scenario =
        scenario(
            "FROM shop.items WHERE k = blobAsbigint(0x0000001335b9d93b)"
                + " AND s = blobAstext(0x731e4c797267)");
    open(scenario);
    assertThat(scenario.progress).contains(FOUND);
  }

  @Test
  void dataOfNewerVersionsAreFoundFirst() throws DriverException {
    UserScenario scenario =
        scenario("k = blobAsbigint(0x0000001626405bf8) AND s = blobAstext(0x1a767f141f5365)");
    open(scenario);
    assertThat(scenario.progress).doesNotContain(FOUND);
    assertThat(scenario.database.executed()).noneMatch(cql -> cql.contains("0x0000001335b9d93b"));
  }

  @Test
  void emptyTablesGetDataOfNewerVersions() throws DriverException {
    UserScenario scenario = scenario(NOTHING);
    open(scenario);
    assertThat(scenario.progress).doesNotContain(FOUND);
  }

  @Test
  void versionThatIsGivenIsNotLookedFor() throws DriverException {
    UserScenario scenario = scenario(NOTHING);
    var _ = scenario.open("insert");
    assertThat(scenario.database.executed()).noneMatch(cql -> cql.startsWith("SELECT k "));
  }
}
