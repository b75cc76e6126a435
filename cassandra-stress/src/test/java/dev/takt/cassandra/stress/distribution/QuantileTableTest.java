package dev.takt.cassandra.stress.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Quantiles as the official binary of Cassandra 4.0-alpha2 prints them.
class QuantileTableTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      value = {
        "exp(1..1M): 15253 32304 100344 333334 433677 666667 1000000",
        "~exp(1..1M): 984748 967697 899657 666667 566324 333334 1",
        "gaussian(1..1000): 287 360 500 713 774 887 1000",
        "extreme(1..1M,2): 123501 179732 316770 577350 658541 816496 1000000",
        "qextreme(1..1M,2,2): 63354 126708 316770 863354 931677 986336 1000001",
        "uniform(1..100B): 10000000001 20000000001 50000000001 90000000001 95000000001"
            + " 99000000001 100000000000",
        "uniform(-10..10): -7 -5 0 8 9 10 10",
        "seq(1..10): 1 2 5 9 9 9 10"
      })
  void quantilesAreThoseOfCassandraStress(String spec, String expected) {
    List<QuantileTable.Row> rows = QuantileTable.of(DistributionSpec.parse(spec).create());
    assertThat(rows)
        .filteredOn(each -> List.of(10, 20, 50, 90, 95, 99, 100).contains(percent(each)))
        .extracting(each -> Long.toString(each.quantile()))
        .containsExactly(expected.split(" "));
    assertThat(rows)
        .extracting(QuantileTableTest::percent)
        .containsExactly(10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100);
  }

  private static int percent(QuantileTable.Row row) {
    return (int) Math.round(row.percentOfSamples());
  }

  @Test
  void linesHaveTheFormOfCassandraStress() {
    List<String> lines = QuantileTable.format(DistributionSpec.parse("~exp(1..1M)").create());
    assertThat(lines)
        .hasSize(13)
        .startsWith(
            "% of samples    Range       % of total", "10.0            984748        98474800.0")
        .endsWith("100.0           1                  100.0");
  }
}
