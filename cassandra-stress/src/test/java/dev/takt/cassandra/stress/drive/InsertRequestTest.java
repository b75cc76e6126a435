package dev.takt.cassandra.stress.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.cassandra.stress.data.ColumnSpec;
import dev.takt.cassandra.stress.data.CqlType;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.data.NativeType;
import dev.takt.cassandra.stress.data.PartitionRows;
import dev.takt.cassandra.stress.data.RowOrder;
import dev.takt.cassandra.stress.data.TableSpec;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.BatchType;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.RowCount;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InsertRequestTest {

  private static final Outcome FAILURE = Outcome.failed("WriteTimeout");

  private static final String COLUMNS =
      "a regular -1 int; b regular -1 int; c clustering 0 int; k partition_key 0 int";

  @TempDir private Path folder;

  private UserScenario scenario(int rows, String insert) {
    return new UserScenario(folder, COLUMNS)
        .withProfile(
            "queries: {}\ncolumnspec: [{name: c, cluster: fixed("
                + rows
                + ")}]\ninsert: "
                + insert
                + "\n");
  }

  /// The rows of partitions, as they must be: `a b k c`.
  private static List<String> generated(int rowsOfPartition, int... partitions) {
    TableSpec table =
        new TableSpec(
            List.of(column("k")),
            List.of(
                column("c").withCluster(DistributionSpec.parse("fixed(" + rowsOfPartition + ")"))),
            List.of(column("a"), column("b")),
            RowOrder.ARBITRARY,
            DataVersion.V3);
    PartitionRows rows = new PartitionRows(table, 1);
    List<String> texts = new ArrayList<>();
    for (int partition : partitions) {
      rows.startAll(partition);
      while (rows.nextRow()) {
        texts.add(String.join(" ", value(rows, 2), value(rows, 3), value(rows, 0), value(rows, 1)));
      }
    }
    return texts;
  }

  private static ColumnSpec column(String name) {
    return ColumnSpec.ofProfile(name, CqlType.of(NativeType.INT));
  }

  private static String value(PartitionRows rows, int column) {
    ByteBuffer value = ByteBuffer.allocate(Integer.BYTES);
    rows.put(column, value);
    return "" + value.getInt(0);
  }

  @Test
  void singleRowIsNoBatch() throws DriverException {
    Workload workload = scenario(1, "{}").open("insert");
    assertThat(workload.statements())
        .containsExactly("UPDATE shop.items SET a = ?, b = ? WHERE k = ? AND c = ?");
    Request request = workload.newRequest(false);
    request.begin(0, 0);
    assertThat(request.batch()).isNull();
    assertThat(request.statement()).isZero();
    assertThat(request.consistency()).isEqualTo(Consistency.LOCAL_QUORUM);
    assertThat(UserScenario.rows(request)).isEqualTo(generated(1, 1));
    assertThat(request.ended(null)).isEqualTo(Outcome.OK);
    request.begin(0, 1);
    assertThat(UserScenario.rows(request)).isEqualTo(generated(1, 2));
  }

  @Test
  void rowsOfAllPartitionsAreOneBatch() throws DriverException {
    Request request =
        scenario(2, "{partitions: fixed(3), batchtype: UNLOGGED}").open("insert").newRequest(false);
    request.begin(0, 0);
    assertThat(request.batch()).isEqualTo(BatchType.UNLOGGED);
    assertThat(UserScenario.rows(request)).isEqualTo(generated(2, 1, 2, 3));
    assertThat(request.ended(null)).isEqualTo(Outcome.OK);
    request.begin(0, 1);
    assertThat(UserScenario.rows(request)).isEqualTo(generated(2, 4, 5, 6));
  }

  @Test
  void commandLineOverridesTheProfile() throws DriverException {
    Request request =
        scenario(2, "{partitions: fixed(3), batchtype: UNLOGGED}")
            .with("-insert partitions=fixed(2) batchtype=counter")
            .open("insert")
            .newRequest(false);
    request.begin(0, 0);
    assertThat(request.batch()).isEqualTo(BatchType.COUNTER);
    assertThat(UserScenario.rows(request)).isEqualTo(generated(2, 1, 2));
  }

  @Test
  void sameOperationHasTheSameValues() throws DriverException {
    Request request = scenario(2, "{}").open("insert").newRequest(false);
    request.begin(0, 7);
    request.begin(0, 7);
    assertThat(UserScenario.rows(request)).isEqualTo(generated(2, 1));
  }

  @Test
  void failureIsAFailureAfterAllRetries() throws DriverException {
    Request request = scenario(2, "{}").with("-errors retries=2").open("insert").newRequest(false);
    request.begin(0, 0);
    for (int i = 0; i < 2; i++) {
      assertThat(request.ended(FAILURE)).isNull();
      assertThat(UserScenario.rows(request)).isEqualTo(generated(2, 1));
    }
    assertThat(request.ended(FAILURE)).isEqualTo(FAILURE);
    request.begin(0, 1);
    assertThat(UserScenario.rows(request)).isEqualTo(generated(2, 2));
  }

  @Test
  void visitsWriteAPartitionInTurn() throws DriverException {
    Request request =
        scenario(10, "{}")
            .with("-insert visits=fixed(2) revisit=fixed(0)")
            .open("insert")
            .newRequest(false);
    List<String> rows = generated(10, 1, 2);
    for (int i = 0; i < 4; i++) {
      request.begin(0, i);
      assertThat(UserScenario.rows(request)).isEqualTo(rows.subList(5 * i, 5 * i + 5));
      if (i % 2 == 0) {
        assertThat(request.ended(null)).isEqualTo(Outcome.OK);
      } else {
        request.abandoned();
      }
    }
  }

  /// Both visits of the partition are under way: the third operation would have no row.
  @Test
  void otherPartitionIsTakenIfOneHasNoRowsLeft() throws DriverException {
    Workload workload =
        scenario(10, "{}").with("-insert visits=fixed(2) revisit=fixed(0)").open("insert");
    List<String> rows = generated(10, 1, 2);
    for (int i = 0; i < 3; i++) {
      Request request = workload.newRequest(false);
      request.begin(0, i);
      assertThat(UserScenario.rows(request)).isEqualTo(rows.subList(5 * i, 5 * i + 5));
    }
  }

  /// The number of rows is drawn, and is always 0.
  @Test
  void operationWithoutRowsIsAnEmptyBatch() throws DriverException {
    Request request =
        new UserScenario(folder, COLUMNS)
            .withProfile(
                "queries: {}\ncolumnspec: [{name: c, cluster: 'gaussian(0..10,0,0.0000001)'}]")
            .open("insert")
            .newRequest(false);
    request.begin(0, 0);
    assertThat(request.batch()).isEqualTo(BatchType.LOGGED);
    assertThat(request.rows()).isZero();
    assertThat(request.ended(null)).isEqualTo(Outcome.OK);
  }

  @Test
  void selectTakesAShareOfTheRows() throws DriverException {
    Request request =
        scenario(10, "{select: fixed(3)/10, batchtype: UNLOGGED}")
            .with("-pop seq=1..1000")
            .open("insert")
            .newRequest(false);
    int rows = 0;
    Set<String> written = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      request.begin(0, i);
      rows += request.rows();
      written.addAll(UserScenario.rows(request));
      assertThat(request.ended(null)).isEqualTo(Outcome.OK);
    }
    assertThat(rows).isBetween(2820, 3240); // 3000, and 28 last rows of 1000 without any
    assertThat(written).hasSize(rows);
  }

  @Test
  void rowPopulationLeavesTheLastColumnsNull() throws DriverException {
    Request request = scenario(1, "{row-population: fixed(1)/2}").open("insert").newRequest(false);
    request.begin(0, 0);
    String[] all = generated(1, 1).getFirst().split(" ", -1);
    assertThat(UserScenario.rows(request))
        .containsExactly(all[0] + " null " + all[2] + " " + all[3]);
  }

  @Test
  void moreRowsThanABatchCanHaveAreSeveralBatches() throws DriverException {
    Request request = scenario(70_000, "{batchtype: UNLOGGED}").open("insert").newRequest(false);
    List<String> rows = generated(70_000, 1);
    for (int i = 0; i < 2; i++) {
      request.begin(0, 0); // sent again from the start
      assertThat(request.rows()).isEqualTo(65_535);
      assertThat(UserScenario.rows(request)).isEqualTo(rows.subList(0, 65_535));
      assertThat(request.ended(null)).isNull();
      assertThat(request.rows()).isEqualTo(rows.size() - 65_535).isLessThan(65_535);
      assertThat(UserScenario.rows(request)).isEqualTo(rows.subList(65_535, rows.size()));
    }
    assertThat(request.ended(null)).isEqualTo(Outcome.OK);
  }

  @Test
  void failureOfTheFirstOfSeveralBatchesIsThatOfTheOperation() throws DriverException {
    Request request = scenario(70_000, "{batchtype: UNLOGGED}").open("insert").newRequest(false);
    request.begin(0, 0);
    assertThat(request.ended(FAILURE)).isEqualTo(FAILURE);
  }

  @Test
  void loggedBatchesOfTooManyRowsAreRefused() {
    assertThatThrownBy(() -> scenario(40_000, "{partitions: uniform(1..2)}").open("insert"))
        .isInstanceOf(DriverException.class)
        .hasMessage("shop.items: batches of up to 80000 rows; LOGGED ones can have 65535 at most");
  }

  @Test
  void partitionsWithoutRowsAreRefused() {
    assertThatThrownBy(() -> scenario(0, "{}").open("insert"))
        .isInstanceOf(DriverException.class)
        .hasMessage("shop.items: partitions without rows; is cluster fixed(0)?");
  }

  @Test
  void sizesOfBatchesAreReported() throws DriverException {
    UserScenario scenario =
        scenario(100, "{partitions: uniform(2..3), select: uniform(1..2)/4}")
            .with("-insert visits=fixed(5)");
    scenario.open("insert");
    assertThat(scenario.progress)
        .contains(
            "shop.items: batches of 2 to 3 partitions and 10 to 30 rows, of 100 to 100 rows in"
                + " each partition");
  }

  @Test
  void rehearsalTakesNothingFromTheRun() throws DriverException {
    Workload workload = scenario(1, "{}").open("insert");
    Request rehearsal = workload.newRequest(true);
    rehearsal.begin(0, 0);
    Request request = workload.newRequest(false);
    request.begin(0, 0);
    assertThat(UserScenario.rows(request)).isEqualTo(generated(1, 1));
    assertThat(workload.sample(0, 0)).isEqualTo(new Workload.Sample(0, 0, 0));
  }

  @Test
  void whatMayBeSentTwice() throws DriverException {
    assertThat(scenario(1, "{}").open("insert").isRepeatable(0)).isTrue();
    assertThat(scenario(1, "{condition: IF a = NULL}").open("insert").isRepeatable(0)).isFalse();
    for (String type : List.of("counter", "list<int>")) {
      UserScenario other =
          new UserScenario(folder, "k partition_key 0 int; a regular -1 " + type)
              .withProfile("queries: {}");
      assertThat(other.open("insert").isRepeatable(0)).as(type).isFalse();
    }
  }

  /// What is refused, or only rehearsed, is not counted.
  @Test
  void partitionsAndRowsOfSuccessfulOperationsAreCounted() throws DriverException {
    Workload workload = scenario(3, "{partitions: fixed(2)}").open("insert");
    Request request = workload.newRequest(false);
    for (int n = 0; n < 5; n++) {
      request.begin(0, n);
      assertThat(request.ended(n == 2 ? FAILURE : null)).isNotNull();
    }
    Request rehearsal = workload.newRequest(true);
    rehearsal.begin(0, 0);
    assertThat(rehearsal.ended(null)).isEqualTo(Outcome.OK);
    assertThat(workload.rowCount(0)).contains(new RowCount(8, 24));
  }
}
