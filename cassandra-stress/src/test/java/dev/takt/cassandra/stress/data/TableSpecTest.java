package dev.takt.cassandra.stress.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableSpecTest {

  @Test
  void columnsOfThePredefinedTable() {
    TableSpec table =
        TableSpec.predefined(
            10, List.of("C0", "C1"), DistributionSpec.parse("fixed(34)"), DataVersion.V4);
    assertThat(table.columns()).extracting(ColumnSpec::name).containsExactly("key", "C0", "C1");
  }

  @Test
  void tableNeedsAPartitionKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new TableSpec(List.of(), List.of(), List.of(), RowOrder.ARBITRARY, DataVersion.V4))
        .withMessage("a table needs a partition key");
  }

  @Test
  void setInAKeyIsRefused() {
    List<ColumnSpec> key = Columns.parseAll("k|int|-|-|-");
    List<ColumnSpec> set = Columns.parseAll("s|frozen<set<int>>|-|-|-");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new TableSpec(set, List.of(), List.of(), RowOrder.ARBITRARY, DataVersion.V4))
        .withMessage("column s is a set, which cannot be in a primary key");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TableSpec(key, set, List.of(), RowOrder.ARBITRARY, DataVersion.V4));
    new TableSpec(key, List.of(), set, RowOrder.ARBITRARY, DataVersion.V4);
  }

  @Test
  void sizesAndNumbersOfClusteringValuesAreBounded() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Columns.parse("c|text|uniform(-1..5)|-|-"))
        .withMessage("size of column c must be from 0 to 268435456: uniform(-1..5)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Columns.parse("c|text|-|-|fixed(1B)"))
        .withMessage("cluster of column c must be from 0 to 268435456: fixed(1B)");
  }

  @Test
  void numbersOfRows() {
    TableSpec table = withClustering("a|int|-|-|uniform(2..10);b|int|-|-|fixed(3)");
    assertThat(table.minRows()).isEqualTo(6);
    assertThat(table.maxRows()).isEqualTo(30);
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            withClustering(
                "a|int|-|-|fixed(1M);b|int|-|-|fixed(1M);c|int|-|-|fixed(1M);d|int|-|-|fixed(10)"))
        .withMessage("partitions of more than 2^63 rows");
  }

  private static TableSpec withClustering(String columns) {
    return new TableSpec(
        Columns.parseAll("k|int|-|-|-"),
        Columns.parseAll(columns),
        List.of(),
        RowOrder.ARBITRARY,
        DataVersion.V4);
  }

  /// The seeds' factor is 1 + 10^22 / R.
  @Test
  void seedMultipliers() {
    assertThat(DataVersion.V4.seedMultiplier(1_000_000)).isEqualTo(10_000_000_000_000_001L);
    assertThat(DataVersion.V4.seedMultiplier(10_000_000)).isEqualTo(1_000_000_000_000_001L);
    assertThat(DataVersion.V4.seedMultiplier(1)).isEqualTo(Long.MIN_VALUE); // 2^63 - 1 and 1 more
    assertThat(DataVersion.V3.seedMultiplier(1_000_000)).isEqualTo(1);
  }
}
