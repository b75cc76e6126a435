package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.command.StressSettings;
import dev.takt.load.driver.DriverException;
import dev.takt.load.share.Share;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserPlanTest {

  @TempDir private Path folder;

  private UserScenario scenario(String rest) {
    return new UserScenario(folder, "k partition_key 0 int").withProfile(rest);
  }

  private static void assertProblem(UserScenario scenario, String operation, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scenario.plan(operation))
        .withMessage(problem);
  }

  @Test
  void unknownOperation() {
    assertProblem(
        scenario("queries: {q: {cql: select 1}}"),
        "read",
        "ops(): read: unknown operation; expected one of insert, validate, q");
  }

  @Test
  void profileThatIsNotValid() {
    assertProblem(
        scenario("queries: {}\ninsert: {a: b}"),
        "insert",
        folder.resolve("p.yaml")
            + ":4:10: insert.a: unknown key; expected one of partitions, batchtype, select,"
            + " row-population, condition");
  }

  @Test
  void conditionsThatCannotBeBound() {
    String file = folder.resolve("p.yaml").toString();
    assertProblem(
        scenario("queries: {q: {cql: update t set a = ? where k = ? if a > ?, fields: samerow}}"),
        "q",
        "ops(): q: " + file + ":3: expected conditions such as IF c = ? AND d = ?, found if a > ?");
    assertProblem(
        scenario("queries: {q: {cql: update t set a = ? where k = ? if a = ?}}"),
        "q",
        "ops(): q: " + file + ":3: conditions with ? need fields: samerow");
    assertProblem(
        scenario("queries: {}\ninsert: {condition: IF a = ?}"),
        "insert",
        "ops(): insert: a condition with ? has no value: IF a = ?");
  }

  @Test
  void serialConsistencyIsThatOfTheRun() {
    UserScenario scenario =
        scenario("queries: {q: {cql: select 1, serialConsistencyLevel: LOCAL_SERIAL}}");
    assertProblem(
        scenario,
        "q",
        "ops(): q: "
            + folder.resolve("p.yaml")
            + ":3: serialConsistencyLevel LOCAL_SERIAL is refused: all operations have that of the"
            + " run; give serial-cl=LOCAL_SERIAL");
    assertThat(scenario.with("serial-cl=LOCAL_SERIAL").plan("q").operations()).hasSize(1);
  }

  @Test
  void numbersOfPartitionsAreBounded() {
    assertProblem(
        scenario("queries: {}\ninsert: {partitions: fixed(0)}"),
        "insert",
        "ops(): insert: partitions must be from 1 to 65535, found fixed(0)");
    assertProblem(
        scenario("queries: {}").with("-insert partitions=uniform(1..100k)"),
        "insert",
        "ops(): insert: partitions must be from 1 to 65535, found uniform(1..100k)");
  }

  @Test
  void visitsNeedOneProfile() {
    UserScenario scenario =
        scenario("queries: {}")
            .withProfile("b.yaml", "keyspace: a\ntable: b\nqueries: {}\n")
            .with("-insert visits=fixed(2)");
    StressSettings parsed = scenario.parsed("p.yaml,b.yaml");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            UserPlan.read(
                (StressCommand.Run) parsed.command(),
                parsed.run().orElseThrow(),
                List.of("a.b.insert"),
                folder))
        .withMessage("-insert visits=: refused: more than one visit works with one profile only");
  }

  /// A quarter of the operations has 10 partitions on average, the others one.
  @Test
  void partitionsOfAnOperation() {
    UserScenario scenario =
        scenario("queries: {q: {cql: select 1}}\ninsert: {partitions: uniform(8..12)}");
    StressSettings parsed = scenario.parsed("p.yaml");
    assertThat(
            scenario
                .plan("insert", "q")
                .partitionsPerOperation(
                    Map.of("insert", 1.0, "q", 3.0), parsed.run().orElseThrow().data().insert()))
        .isEqualTo(3.25);
  }

  @Test
  void definitionsAreExecutedUnlessTheyAreThere() throws DriverException {
    UserScenario scenario =
        scenario(
                """
                queries: {}
                keyspace_definition: CREATE KEYSPACE shop WITH x
                table_definition: CREATE TABLE items (k int)
                extra_definitions: [CREATE INDEX i, CREATE VIEW v]
                """)
            .with("truncate=once");
    scenario.database.setFailure(
        "CREATE TABLE items (k int)", "AlreadyExists: Cannot add already existing table");
    scenario.database.setFailure(
        "CREATE INDEX i", "Invalid: Index i is a duplicate of existing index j");
    scenario.database.setFailure("CREATE VIEW v", "Invalid: A user type of name v already exists");
    scenario.open("insert");
    assertThat(scenario.database.executed())
        .startsWith(
            "CREATE KEYSPACE shop WITH x",
            "USE \"shop\"",
            "CREATE TABLE items (k int)",
            "CREATE INDEX i",
            "CREATE VIEW v")
        .contains("TRUNCATE shop.items");
  }

  /// The index is there once its name is found, the view once it also takes statements.
  @Test
  void otherMachinesMakeNothingAndWaitForAllDefinitions() throws DriverException {
    UserScenario scenario =
        scenario(
                """
                queries: {}
                keyspace_definition: CREATE KEYSPACE shop WITH x
                table_definition: CREATE TABLE items (k int)
                extra_definitions: [CREATE INDEX ON items (v), CREATE MATERIALIZED VIEW byv AS x]
                """)
            .sharing(Share.parse("2/2"));
    scenario.database.setStored("_name");
    scenario.database.setParameters("SELECT * FROM shop.items");
    scenario.database.setParameters("SELECT * FROM shop.byv");
    scenario.open("insert");
    assertThat(scenario.database.executed()).noneMatch(each -> each.startsWith("CREATE"));
    assertThat(scenario.database.executed())
        .filteredOn(each -> each.contains("_name = ") && each.startsWith("SELECT"))
        .extracting(each -> each.substring(each.lastIndexOf("_name = ") + 8))
        .startsWith("'items'", "'items_v_idx' ALLOW FILTERING", "'byv'");
  }

  @Test
  void definitionThatFails() {
    UserScenario scenario =
        scenario("queries: {}\nkeyspace_definition: CREATE KEYSPACE shop WITH x");
    scenario.database.setFailure("CREATE KEYSPACE shop WITH x", "Invalid: no replication");
    assertThatThrownBy(() -> scenario.open("insert"))
        .isInstanceOf(DriverException.class)
        .hasMessage("Invalid: no replication\n  in: CREATE KEYSPACE shop WITH x");
  }
}
