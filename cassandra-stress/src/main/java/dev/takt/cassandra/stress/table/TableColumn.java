package dev.takt.cassandra.stress.table;

import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.cassandra.stress.profile.TableName;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.workload.Database;
import dev.takt.load.driver.DriverException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// A column as the server describes it.
///
/// @param position in the partition key, or among the clustering columns, from 0
/// @param type as CQL has it
/// @param isStatic whether all rows of a partition share its value
public record TableColumn(String name, Kind kind, int position, String type, boolean isStatic) {

  /// The part of a column in the table, in the order of statements.
  public enum Kind {
    PARTITION_KEY,
    CLUSTERING,
    /// A column that is not part of the primary key, static or not.
    VALUE
  }

  /// Keys by their position, then the others by name.
  private static final Comparator<TableColumn> ORDER =
      Comparator.comparing(TableColumn::kind)
          .thenComparingInt(each -> each.kind == Kind.VALUE ? 0 : each.position)
          .thenComparing(TableColumn::name);

  /// What the server calls the value of a table with compact storage that has none.
  private static final String NO_TYPE = "empty";

  /// Reads the columns of a table, in the order of statements.
  ///
  /// @throws DriverException if there is no such table
  public static List<TableColumn> read(Database database, TableName table) throws DriverException {
    List<TableColumn> columns =
        database
            .query(
                "SELECT column_name, kind, position, type FROM system_schema.columns"
                    + " WHERE keyspace_name = "
                    + CqlName.text(table.keyspace())
                    + " AND table_name = "
                    + CqlName.text(table.table()))
            .rows()
            .stream()
            .map(TableColumn::of)
            .filter(each -> !each.type.equals(NO_TYPE))
            .sorted(ORDER)
            .toList();
    if (columns.isEmpty()) {
      throw new DriverException("there is no table " + table);
    }
    return columns;
  }

  private static TableColumn of(Rows.Row row) {
    Kind kind =
        switch (row.text("kind")) {
          case "partition_key" -> Kind.PARTITION_KEY;
          case "clustering" -> Kind.CLUSTERING;
          default -> Kind.VALUE;
        };
    return new TableColumn(
        row.text("column_name"),
        kind,
        row.integer("position", 0),
        row.text("type"),
        row.text("kind").equals("static"));
  }

  /// Whether a statement that writes it adds to what is there.
  boolean isAddedTo() {
    String folded = type.toLowerCase(Locale.ROOT);
    return folded.equals("counter") || folded.startsWith("set<") || folded.startsWith("list<");
  }
}
