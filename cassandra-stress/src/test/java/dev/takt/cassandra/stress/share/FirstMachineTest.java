package dev.takt.cassandra.stress.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.profile.TableName;
import dev.takt.cassandra.stress.table.FakeDatabase;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.share.Share;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstMachineTest {

  private static final List<TableName> TABLES =
      List.of(new TableName("ks", "one"), new TableName("ks", "two"));

  private final FakeDatabase database = new FakeDatabase("");

  private FirstMachine machine(String share, Duration timeout) {
    return new FirstMachine(
        new Setup("", "", List.of(), Consistency.ONE, 1, Share.parse(share), database, _ -> {}),
        timeout);
  }

  @Test
  void firstOneAndTheOnlyOneWaitForNothing() throws Exception {
    for (String each : List.of("1/3", "1-2/3", "1/1")) {
      FirstMachine first = machine(each, Duration.ofMinutes(5));
      assertThat(first.isThis()).isTrue();
      first.awaitTables(TABLES);
    }
    assertThat(database.executed()).isEmpty();
  }

  @Test
  void othersWaitForAllTables() throws Exception {
    database.setStored("'one'");
    FirstMachine second = machine("2/3", Duration.ofMinutes(5));
    assertThat(second.isThis()).isFalse();
    Thread other =
        Thread.ofVirtual()
            .start(() -> {
              try {
                second.awaitTables(TABLES);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    assertThat(other.join(Duration.ofMillis(500))).as("two is not there").isFalse();
    database.setStored("table_name");
    assertThat(other.join(Duration.ofSeconds(20))).isTrue();
    assertThat(database.executed())
        .contains(
            "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'ks' AND table_name"
                + " = 'one'");
  }

  @Test
  void othersDoNotWaitForever() throws Exception {
    machine("2/3", Duration.ofMillis(300)).awaitTables(TABLES);
    assertThat(database.executed()).hasSizeGreaterThan(1);
  }
}
