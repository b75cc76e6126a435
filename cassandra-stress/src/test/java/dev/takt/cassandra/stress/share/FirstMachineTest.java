package dev.takt.cassandra.stress.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.cassandra.stress.profile.TableName;
import dev.takt.cassandra.stress.table.FakeDatabase;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.DriverException;
import dev.takt.load.share.FleetSettings;
import dev.takt.load.share.Share;
import dev.takt.load.share.Sharing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstMachineTest {

  private static final List<SchemaObject> OBJECTS =
      List.of(
          SchemaObject.of(new TableName("ks", "one")),
          new SchemaObject(SchemaObject.Kind.INDEX, "ks", "two"));

  private static final FirstMachine.Making NOTHING =
      () -> {
        throw new AssertionError("only the first machine makes something");
      };

  private final FakeDatabase database = new FakeDatabase("");

  private FirstMachine machine(String share, Duration timeout) {
    return new FirstMachine(setup(share, FleetSettings.DEFAULT), timeout);
  }

  private Setup setup(String share, FleetSettings fleet) {
    database.setParameters("SELECT * FROM ks.one");
    return setup(share, fleet, database);
  }

  private static Setup setup(String share, FleetSettings fleet, FakeDatabase database) {
    Sharing sharing = new Sharing(Share.parse(share), null, fleet);
    return new Setup("", "", List.of(), Consistency.ONE, 1, sharing, database, _ -> {});
  }

  /// The message of this machine is to come before the coordinator gives it up.
  @Test
  void timeoutIsThreeQuartersOfTheOneOfTheFleet() {
    for (int seconds : new int[] {4, 60, 600}) {
      FleetSettings fleet =
          new FleetSettings(
              3,
              0,
              FleetSettings.OnLoss.CONTINUE,
              Duration.ofSeconds(1),
              Duration.ofSeconds(seconds),
              Duration.ofSeconds(2),
              FleetSettings.Collect.ALL);
      assertThat(new FirstMachine(setup("2/3", fleet)).timeout())
          .isEqualTo(Duration.ofSeconds(seconds * 3L / 4));
    }
  }

  @Test
  void firstOneAndTheOnlyOneMakeItAndWaitForNothing() throws Exception {
    for (String each : List.of("1/3", "1-2/3", "1/1")) {
      FirstMachine first = machine(each, Duration.ofMinutes(5));
      assertThat(first.isThis()).isTrue();
      first.make(OBJECTS, () -> database.query("made by " + each));
    }
    assertThat(database.executed()).containsExactly("made by 1/3", "made by 1-2/3", "made by 1/1");
  }

  @Test
  void othersWaitForEverythingAndMakeNothing() throws Exception {
    database.setStored("'one'");
    FirstMachine second = machine("2/3", Duration.ofMinutes(5));
    assertThat(second.isThis()).isFalse();
    Thread other =
        Thread.ofVirtual()
            .start(() -> {
              try {
                second.make(OBJECTS, NOTHING);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    assertThat(other.join(Duration.ofMillis(500))).as("two is not there").isFalse();
    database.setStored("_name");
    assertThat(other.join(Duration.ofSeconds(20))).isTrue();
    assertThat(database.executed())
        .contains(
            "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'ks' AND table_name"
                + " = 'one'",
            "SELECT index_name FROM system_schema.indexes WHERE keyspace_name = 'ks' AND index_name"
                + " = 'two' ALLOW FILTERING")
        .endsWith("-- await the schema");
  }

  /// A node lists a table before it takes statements about it.
  @Test
  void othersWaitUntilATableTakesStatements() throws Exception {
    FakeDatabase late = new FakeDatabase("");
    late.setStored("_name");
    Setup setup = setup("2/3", FleetSettings.DEFAULT, late);
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> new FirstMachine(setup, Duration.ofSeconds(1)).make(OBJECTS, NOTHING))
        .withMessage("the table ks.one cannot be read: SyntaxError: no such statement");
    late.setParameters("SELECT * FROM ks.one");
    new FirstMachine(setup, Duration.ofMinutes(5)).make(OBJECTS, NOTHING);
  }

  /// Tables that all machines make at once can be several.
  @Test
  void othersFailIfNothingComes() throws Exception {
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> machine("2/3", Duration.ofSeconds(1)).make(OBJECTS, NOTHING))
        .withMessage(
            "the table ks.one is not there after 1 s. The machine with the first share makes it:"
                + " see why it has not");
    assertThat(database.executed()).hasSizeGreaterThan(1);
  }

  /// The first machine may need longer for all of them: it goes on as long as it makes some.
  @Test
  void timeoutIsThatOfEachObject() throws Exception {
    Thread first =
        Thread.ofVirtual()
            .start(() -> {
              for (String stored : List.of("'one'", "_name")) {
                LockSupport.parkNanos(Duration.ofMillis(1_900).toNanos());
                database.setStored(stored);
              }
            });
    machine("2/3", Duration.ofMillis(3_500)).make(OBJECTS, NOTHING);
    first.join();
    assertThat(database.executed()).endsWith("-- await the schema");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATE MATERIALIZED VIEW by_name AS SELECT * FROM t | view ks.by_name",
        "create materialized view if not exists other.\"By\" AS SELECT * | view other.\"By\"",
        "CREATE TYPE IF NOT EXISTS Address (street text) | type ks.address",
        "CREATE TABLE more(a int PRIMARY KEY) | table ks.more",
        "CREATE INDEX by_b ON t (b) | index ks.by_b",
        "CREATE CUSTOM INDEX IF NOT EXISTS c ON t (b) USING 'sai' | index ks.c",
        "CREATE INDEX ON T (B) | index ks.t_b_idx",
        "CREATE INDEX IF NOT EXISTS ON other.t(b) | index other.t_b_idx",
        "CREATE INDEX ON t (values(m)) |",
        "ALTER TABLE t WITH comment = 'CREATE TYPE x' |",
      })
  void whatAStatementMakes(String cql, String made) {
    assertThat(SchemaObject.of(cql, "ks").map(SchemaObject::toString))
        .isEqualTo(Optional.ofNullable(made));
  }
}
