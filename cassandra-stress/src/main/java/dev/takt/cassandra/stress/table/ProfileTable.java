package dev.takt.cassandra.stress.table;

import static java.util.stream.Collectors.joining;

import dev.takt.cassandra.stress.data.ColumnSpec;
import dev.takt.cassandra.stress.data.CqlType;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.data.RowOrder;
import dev.takt.cassandra.stress.data.TableSpec;
import dev.takt.cassandra.stress.profile.ColumnOptions;
import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.cassandra.stress.profile.Profile;
import dev.takt.cassandra.stress.profile.TableName;
import dev.takt.cassandra.stress.table.TableColumn.Kind;
import dev.takt.load.driver.DriverException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The table of a profile: what the server says about it, and the values that the profile asks for.
///
/// @param columns those that get values, in the order of [TableSpec#columns]
public record ProfileTable(TableName name, List<TableColumn> columns, TableSpec spec) {

  public ProfileTable {
    columns = List.copyOf(columns);
  }

  /// How columns and rows are treated.
  ///
  /// @param order of the rows of a partition
  /// @param version whose values are generated
  /// @param skipsUnsupported whether columns of types without values are left out, instead of
  ///   refused
  public record Settings(RowOrder order, DataVersion version, boolean skipsUnsupported) {}

  /// Joins a profile and the columns of its table.
  ///
  /// @param columns in the order of statements
  /// @param notes receives what is ignored
  /// @throws DriverException if values cannot be generated for the table
  public static ProfileTable of(
      Profile profile, List<TableColumn> columns, Settings settings, Consumer<String> notes)
      throws DriverException {
    noteOthers(profile, columns, notes);
    List<TableColumn> supported = new ArrayList<>();
    List<ColumnSpec> specs = new ArrayList<>();
    for (TableColumn column : columns) {
      String place = profile.table() + ", column " + CqlName.quoted(column.name()) + ": ";
      CqlType type;
      try {
        type = CqlType.parse(column.type());
      } catch (IllegalArgumentException e) {
        if (!settings.skipsUnsupported() || column.kind() != Kind.VALUE) {
          throw new DriverException(place + e.getMessage() + advice(column), e);
        }
        notes.accept(place + e.getMessage() + ": the column is left out");
        continue;
      }
      supported.add(column);
      specs.add(spec(profile, column, type));
    }
    return new ProfileTable(profile.table(), supported, table(profile, supported, specs, settings));
  }

  private static String advice(TableColumn column) {
    return column.kind() == Kind.VALUE
        ? "; -errors skip-unsupported-columns leaves such columns out"
        : "";
  }

  private static void noteOthers(
      Profile profile, List<TableColumn> columns, Consumer<String> notes) {
    Set<String> names = new HashSet<>();
    columns.forEach(each -> names.add(each.name()));
    profile.columns().values().stream()
        .filter(each -> !names.contains(each.column()))
        .forEach(each ->
            notes.accept(
                each.at().text()
                    + ": columnspec of "
                    + each.column()
                    + " is ignored: "
                    + profile.table()
                    + " has no such column"));
  }

  private static ColumnSpec spec(Profile profile, TableColumn column, CqlType type)
      throws DriverException {
    ColumnSpec spec = ColumnSpec.ofProfile(column.name(), type);
    ColumnOptions options = profile.columns().get(column.name());
    try {
      return options == null ? spec : options.applyTo(spec, column.kind() == Kind.CLUSTERING);
    } catch (IllegalArgumentException e) {
      throw new DriverException(options.at().text() + ": " + e.getMessage(), e);
    }
  }

  private static TableSpec table(
      Profile profile, List<TableColumn> columns, List<ColumnSpec> specs, Settings settings)
      throws DriverException {
    int clustering =
        (int) columns.stream().filter(each -> each.kind() == Kind.PARTITION_KEY).count();
    int values = (int) columns.stream().filter(each -> each.kind() != Kind.VALUE).count();
    try {
      return new TableSpec(
          specs.subList(0, clustering),
          specs.subList(clustering, values),
          specs.subList(values, specs.size()),
          settings.order(),
          settings.version());
    } catch (IllegalArgumentException e) {
      throw new DriverException(profile.table() + ": " + e.getMessage(), e);
    }
  }

  /// How many columns the primary key has.
  public int keyColumns() {
    return spec.partitionKey().size() + spec.clustering().size();
  }

  /// The place of a column in [TableSpec#columns]; -1 if it has none.
  public int indexOf(String column) {
    return columns.stream().map(TableColumn::name).toList().indexOf(column);
  }

  /// The statement that writes a row. Its values are those of the columns that are not part of the
  /// key, and then those of the key.
  ///
  /// @param condition `IF …`, or empty
  public String insert(String condition) {
    String end = condition.isEmpty() ? "" : " " + condition;
    List<TableColumn> keys = columns.subList(0, keyColumns());
    List<TableColumn> values = columns.subList(keyColumns(), columns.size());
    if (values.isEmpty()) {
      return "INSERT INTO "
          + name
          + " ("
          + joined(keys, ", ", "")
          + ") VALUES ("
          + String.join(", ", keys.stream().map(_ -> "?").toList())
          + ")"
          + end;
    }
    return "UPDATE "
        + name
        + " SET "
        + values.stream().map(ProfileTable::assignment).collect(joining(", "))
        + " WHERE "
        + joined(keys, " AND ", " = ?")
        + end;
  }

  private static String joined(List<TableColumn> columns, String separator, String end) {
    return columns.stream()
        .map(each -> CqlName.quoted(each.name()) + end)
        .collect(joining(separator));
  }

  private static String assignment(TableColumn column) {
    String name = CqlName.quoted(column.name());
    return column.isAddedTo() ? name + " = " + name + " + ?" : name + " = ?";
  }

  /// Places in [TableSpec#columns] of the values of [#insert], in order.
  public List<Integer> insertValues() {
    int keys = keyColumns();
    return Stream.concat(
            Stream.iterate(keys, i -> i < columns.size(), i -> i + 1),
            Stream.iterate(0, i -> i < keys, i -> i + 1))
        .toList();
  }
}
