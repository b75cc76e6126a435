package dev.takt.cassandra.stress.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What `print dist=…` prints: quantiles of a distribution.
public final class QuantileTable {

  private static final double[] SHARES = {
    0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1
  };

  private QuantileTable() {}

  /// A row of the table.
  ///
  /// @param percentOfSamples the share of draws that are at most `quantile`, in percent
  /// @param percentOfLast `quantile` in percent of the quantile at 100 %
  public record Row(double percentOfSamples, long quantile, double percentOfLast) {

    /// The row as cassandra-stress prints it, with a decimal point in each locale.
    public String format() {
      return String.format(
          Locale.ROOT, "%-16.1f%-12d%12.1f", percentOfSamples, quantile, percentOfLast);
    }
  }

  /// The rows for 10, 20 and so on up to 90, 95, 99 and 100 %.
  public static List<Row> of(Distribution distribution) {
    double onePercent = (double) distribution.last() / 100;
    List<Row> rows = new ArrayList<>();
    for (double share : SHARES) {
      long quantile = distribution.quantile(share);
      rows.add(new Row(share * 100, quantile, (double) quantile / onePercent));
    }
    return List.copyOf(rows);
  }

  /// The header and the rows, as cassandra-stress prints them.
  public static List<String> format(Distribution distribution) {
    List<String> lines = new ArrayList<>();
    lines.add("% of samples    Range       % of total");
    of(distribution).forEach(each -> lines.add(each.format()));
    return List.copyOf(lines);
  }
}
