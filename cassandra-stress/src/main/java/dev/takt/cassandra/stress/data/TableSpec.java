package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// A table: the columns of its primary key, in the order of the key, and its other columns, in the
/// order of the statement that writes them.
///
/// @param partitionKey at least one
/// @param clustering may be empty
/// @param values may be empty
/// @param order of the rows of a partition
/// @param version whose values they are
public record TableSpec(
    List<ColumnSpec> partitionKey,
    List<ColumnSpec> clustering,
    List<ColumnSpec> values,
    RowOrder order,
    DataVersion version) {

  /// @throws IllegalArgumentException if there is no partition key or a set in the primary key, or
  ///   if a partition can have more than 2^63 rows
  public TableSpec {
    partitionKey = List.copyOf(partitionKey);
    clustering = List.copyOf(clustering);
    values = List.copyOf(values);
    if (partitionKey.isEmpty()) {
      throw new IllegalArgumentException("a table needs a partition key");
    }
    Stream.concat(partitionKey.stream(), clustering.stream()).forEach(TableSpec::checkKey);
    if (!(rows(clustering, Distribution::max) < Long.MAX_VALUE)) {
      throw new IllegalArgumentException("partitions of more than 2^63 rows");
    }
  }

  private static double rows(List<ColumnSpec> clustering, ToLongFunction<Distribution> each) {
    return clustering.stream()
        .mapToDouble(column -> (double) each.applyAsLong(column.cluster().create()))
        .reduce(1, (product, factor) -> product * factor);
  }

  /// The smallest number of rows of a partition, if no clustering value is drawn twice.
  public double minRows() {
    return rows(clustering, Distribution::min);
  }

  /// The largest number of rows of a partition.
  public double maxRows() {
    return rows(clustering, Distribution::max);
  }

  /// The order of a set's elements is not defined, but would decide the values of the row.
  private static void checkKey(ColumnSpec column) {
    if (column.type().container() == CqlType.Container.SET) {
      throw new IllegalArgumentException(
          "column " + column.name() + " is a set, which cannot be in a primary key");
    }
  }

  /// The table of the predefined commands.
  ///
  /// @param keySize bytes of the key
  /// @param names of the other columns
  /// @param size bytes of each value
  public static TableSpec predefined(
      int keySize, List<String> names, DistributionSpec size, DataVersion version) {
    return new TableSpec(
        List.of(ColumnSpec.predefinedKey(keySize)),
        List.of(),
        names.stream().map(each -> ColumnSpec.predefinedValue(each, size)).toList(),
        RowOrder.ARBITRARY,
        version);
  }

  /// All columns: partition key, clustering columns, values. Their places here are the column
  /// numbers of [PartitionRows].
  public List<ColumnSpec> columns() {
    return Stream.of(partitionKey, clustering, values).flatMap(List::stream).toList();
  }
}
