package dev.takt.cassandra.stress.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionRowsTest {

  private static final TableSpec TEN_BY_TEN = table("a|int|-|-|fixed(10);b|int|-|-|fixed(10)");

  private static TableSpec table(String clustering) {
    return new TableSpec(
        Columns.parseAll("k|text|-|-|-"),
        Columns.parseAll(clustering),
        Columns.parseAll("v|bigint|-|-|-"),
        RowOrder.ARBITRARY,
        DataVersion.V4);
  }

  @ParameterizedTest
  @CsvSource({
    "V4, 1, 708PK46680, 041c6a27dc0dcdfd65fec10f8598138934413aa47badd9942cd9987024c746219625",
    "V4, 2, N3O6LLK750, 17d84aa86b9125e87c0a8e6cf52d317e4ca8c1f5ff93f7fe29edad468b7c16f2a1fb",
    "V4, 3, M50367M111, 29756635cd1fd5d514bcf11f3b412463170dd3662926e8abca4a06cb44f29e454785",
    "V4, 4, OP5MLN4O50, ff9324a58a8056d699bd8bf6b9241971be9b1031a5118b80fc51e73d64caacc105cf",
    "V3, 1, 0P37709P21, 85182fdfe7f86306cd58ce81aa53cca24c193841d6ae8a91646a4c304dd9f47892f9",
    "V3, 2, O8LK79LO61, b8e05320cd1037d6e317cce868ca7f9e679cf764169e9d0b3f5b2c0ffc3cb50dd5c4",
    "V3, 3, OP001L5930, 5ff08459ccd892a25f9189377eeee2a4f03827ef081b0c5909420a7ed9ad649929ad",
    "V3, 4, 9N54NK4861, 10f1dd6febff8cbcf3ad91b9f9c1aab0231188a482f678c5f329ee8c9ecbf8e89d73"
  })
  void predefinedKeysAndValues(DataVersion version, long number, String key, String c0) {
    PartitionRows rows =
        new PartitionRows(
            TableSpec.predefined(
                10, List.of("C0", "C1"), DistributionSpec.parse("fixed(34)"), version),
            1);
    rows.startAll(number * version.seedMultiplier(1_000_000));
    assertThat(rows.nextRow()).isTrue();
    assertThat(new String(value(rows, 0), StandardCharsets.US_ASCII)).isEqualTo(key);
    assertThat(value(rows, 1)).asHexString().isEqualToIgnoringCase(c0);
    assertThat(rows.nextRow()).isFalse();
  }

  /// Each 16 digits are of a number of their own.
  @Test
  void longKey() {
    PartitionRows rows =
        new PartitionRows(
            TableSpec.predefined(40, List.of(), DistributionSpec.parse("fixed(1)"), DataVersion.V3),
            1);
    rows.startAll(1);
    assertThat(rows.nextRow()).isTrue();
    assertThat(new String(value(rows, 0), StandardCharsets.US_ASCII))
        .isEqualTo("0P37709P210000009LMK8N28N00000008KPPM853");
  }

  @ParameterizedTest
  @CsvFileSource(resources = "rows.tsv", delimiter = '\t', maxCharsPerColumn = 10_000)
  void rowsAreThoseOfCassandraStress(
      long seed,
      RowOrder order,
      double population,
      String keys,
      String clustering,
      String values,
      String expected) {
    TableSpec table =
        new TableSpec(
            Columns.parseAll(keys),
            Columns.parseAll(clustering),
            Columns.parseAll(values),
            order,
            DataVersion.V4);
    PartitionRows rows = new PartitionRows(table, 1);
    rows.setRowPopulation(population);
    rows.startAll(seed);
    List<String> found = new ArrayList<>();
    while (rows.nextRow()) {
      found.add(text(rows, table.columns()));
    }
    assertThat(found).containsExactly(expected.split(" / ")).hasSize((int) rows.rows());
  }

  private static String text(PartitionRows rows, List<ColumnSpec> columns) {
    return String.join(
        " ",
        IntStream.range(0, columns.size())
            .mapToObj(i ->
                rows.isNull(i)
                    ? "null"
                    : Columns.text(columns.get(i), ByteBuffer.wrap(value(rows, i))))
            .toList());
  }

  private static byte[] value(PartitionRows rows, int column) {
    ByteBuffer out = ByteBuffer.allocate(rows.size(column));
    rows.put(column, out);
    assertThat(out.hasRemaining()).isFalse();
    return out.array();
  }

  @Test
  void partitionWithoutClusteringValuesHasNoRow() {
    PartitionRows rows = new PartitionRows(table("a|int|-|-|fixed(0)"), 1);
    rows.startAll(1);
    assertThat(rows.nextRow()).isFalse();
    assertThat(rows.startWrite(visit(1), 1)).isFalse();
    assertThat(rows.startRead(visit(1), 1)).isFalse();
    assertThat(rows.nextRow()).isFalse();
  }

  private static PartitionVisit visit(long seed) {
    PartitionVisit visit = new PartitionVisit();
    visit.set(seed, 0);
    return visit;
  }

  @Test
  void shuffledRowsHaveTheSameClusteringValuesInAnotherOrder() {
    List<String> arbitrary = clusteringOf(twenty(RowOrder.ARBITRARY), 5);
    PartitionRows rows = twenty(RowOrder.SHUFFLED);
    List<String> shuffled = clusteringOf(rows, 5);
    assertThat(shuffled).isNotEqualTo(arbitrary).containsExactlyInAnyOrderElementsOf(arbitrary);
    assertThat(clusteringOf(rows, 6)).isNotEqualTo(shuffled);
    assertThat(clusteringOf(rows, 5)).isEqualTo(shuffled);
  }

  private static PartitionRows twenty(RowOrder order) {
    TableSpec table =
        new TableSpec(
            Columns.parseAll("k|text|-|-|-"),
            Columns.parseAll("a|int|-|-|fixed(20)"),
            List.of(),
            order,
            DataVersion.V4);
    return new PartitionRows(table, 1);
  }

  private static List<String> clusteringOf(PartitionRows rows, long seed) {
    rows.startAll(seed);
    List<String> found = new ArrayList<>();
    while (rows.nextRow()) {
      found.add(HexFormat.of().formatHex(value(rows, 1)));
    }
    return found;
  }

  /// 10,000 partitions of 100 rows, of which a tenth is selected.
  @Test
  void selectedShareOfAWrite() {
    PartitionRows rows = new PartitionRows(TEN_BY_TEN, 1);
    int[] counts = new int[100];
    for (int i = 0; i < 10_000; i++) {
      assertThat(rows.startWrite(visit(7), 0.1)).isTrue();
      countRows(rows, counts);
    }
    for (int each : counts) {
      assertThat(each).isBetween(880, 1120); // 4 standard deviations
    }
  }

  private static void countRows(PartitionRows rows, int[] counts) {
    int selected = 0;
    while (rows.nextRow()) {
      selected++;
      counts[(int) rows.rowNumber()]++;
    }
    assertThat(selected).isPositive();
  }

  @Test
  void lastRowIsWrittenIfNoneIsSelected() {
    PartitionRows rows = new PartitionRows(TEN_BY_TEN, 1);
    assertThat(rows.startWrite(visit(7), 0)).isTrue();
    assertThat(rows.nextRow()).isTrue();
    assertThat(rows.rowNumber()).isEqualTo(99);
    assertThat(rows.nextRow()).isFalse();
  }

  /// 10,000 reads of some of 100 rows.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void readRowsAreEquallyLikely(int wanted) {
    PartitionRows rows = new PartitionRows(TEN_BY_TEN, 1);
    int[] counts = new int[100];
    for (int i = 0; i < 10_000; i++) {
      assertThat(rows.startRead(visit(7), wanted)).isTrue();
      countRows(rows, counts);
    }
    assertThat(IntStream.of(counts).sum()).isEqualTo(10_000 * wanted);
    double deviation = Math.sqrt(100 * wanted);
    for (int each : counts) {
      assertThat(each - 100.0 * wanted).isBetween(-4 * deviation, 4 * deviation);
    }
  }

  @Test
  void readOfMoreRowsThanThereAreReadsAll() {
    PartitionRows rows = new PartitionRows(table("a|int|-|-|fixed(3)"), 1);
    assertThat(rows.startRead(visit(7), 5)).isTrue();
    int count = 0;
    while (rows.nextRow()) {
      count++;
    }
    assertThat(count).isEqualTo(3);
  }

  /// 100 rows in 3 visits: 33 each, and a fourth visit for the last one, as in cassandra-stress.
  @Test
  void visitsWriteTheRowsInTurn() {
    PartitionRows rows = new PartitionRows(TEN_BY_TEN, 1);
    UnfinishedPartition partition = new UnfinishedPartition(7, 0, 3);
    List<String> visits = new ArrayList<>();
    PartitionVisit visit = new PartitionVisit();
    while (true) {
      visit.set(partition);
      if (!rows.startWrite(visit, 1)) {
        break;
      }
      visits.add(ends(rows) + (visit.isLast() ? " last" : ""));
      visit.set(partition);
      assertThat(rows.startRead(visit, Integer.MAX_VALUE)).isTrue();
      visits.add("read " + ends(rows));
    }
    assertThat(visits)
        .containsExactly(
            "0..32",
            "read 0..32",
            "33..65",
            "read 0..65",
            "66..98",
            "read 0..98",
            "99..99 last",
            "read 0..99");
  }

  private static String ends(PartitionRows rows) {
    assertThat(rows.nextRow()).isTrue();
    long first = rows.rowNumber();
    long last = first;
    while (rows.nextRow()) {
      assertThat(rows.rowNumber()).isEqualTo(last + 1);
      last = rows.rowNumber();
    }
    return first + ".." + last;
  }

  @Test
  void readBeforeTheFirstVisitIsOfAllRows() {
    PartitionRows rows = new PartitionRows(TEN_BY_TEN, 1);
    PartitionVisit visit = new PartitionVisit();
    visit.set(new UnfinishedPartition(7, 0, 3));
    assertThat(rows.startRead(visit, Integer.MAX_VALUE)).isTrue();
    assertThat(ends(rows)).isEqualTo("0..99");
  }

  /// Fewer rows than visits: one each.
  @Test
  void visitsOfAFewRows() {
    PartitionRows rows = new PartitionRows(table("a|int|-|-|fixed(2)"), 1);
    UnfinishedPartition partition = new UnfinishedPartition(7, 0, 9);
    PartitionVisit visit = new PartitionVisit();
    for (int i = 0; i < 2; i++) {
      visit.set(partition);
      assertThat(rows.startWrite(visit, 1)).isTrue();
      assertThat(ends(rows)).isEqualTo(i + ".." + i);
    }
    visit.set(partition);
    assertThat(rows.startWrite(visit, 1)).isFalse();
  }

  @Test
  void rowsAllocateNothing() {
    TableSpec table =
        new TableSpec(
            Columns.parseAll("k|text|-|-|-;j|bigint|-|-|-"),
            Columns.parseAll("a|timestamp|-|-|uniform(1..20);b|text|-|-|gaussian(1..20)"),
            Columns.parseAll(
                "c|blob|uniform(1..200)|-|-;d|double|-|exp(1..100)|-;e|decimal|-|-|-"
                    + ";f|timeuuid|-|extreme(1..1M,2)|-;g|set<int>|-|~exp(1..9)|-;h|boolean|-|-|-"),
            RowOrder.SORTED,
            DataVersion.V4);
    PartitionRows rows = new PartitionRows(table, 1);
    int columns = table.columns().size();
    ByteBuffer out = ByteBuffer.allocate(100_000);
    Runnable partitions =
        () -> {
          for (int seed = 0; seed < 300; seed++) {
            rows.startAll(seed);
            while (rows.nextRow()) {
              out.clear();
              for (int i = 0; i < columns; i++) {
                out.putInt(rows.size(i));
                rows.put(i, out);
              }
            }
          }
        };
    assertThat(Allocation.of(100, partitions)).isLessThan(100); // measuring allocates a little
  }
}
