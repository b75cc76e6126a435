package dev.takt.cassandra.stress.drive;

import static java.util.stream.Collectors.joining;

import dev.takt.cassandra.stress.command.Columns;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.Schema;
import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.cassandra.stress.profile.TableName;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The statements about the tables `standard1` and `counter1`.
record PredefinedTables(RunSettings.Tables settings) {

  private static final String STANDARD = "standard1";
  private static final String COUNTER = "counter1";

  /// The tables that `truncate=` empties.
  static final List<String> TRUNCATED = List.of(STANDARD, COUNTER, "counter3");

  /// The tables that [#definitions] makes.
  List<TableName> names() {
    return List.of(
        new TableName(schema().keyspace(), STANDARD), new TableName(schema().keyspace(), COUNTER));
  }

  private Schema schema() {
    return settings.schema();
  }

  private Columns columns() {
    return settings.columns();
  }

  /// Statements that make keyspace and tables if they are missing.
  List<String> definitions() {
    return List.of(
        "CREATE KEYSPACE IF NOT EXISTS "
            + CqlName.inQuotes(schema().keyspace())
            + " WITH replication = "
            + map(schema().replication())
            + " AND durable_writes = true",
        table(STANDARD, "blob"),
        table(COUNTER, "counter"));
  }

  private String table(String name, String type) {
    return "CREATE TABLE IF NOT EXISTS "
        + qualified(name)
        + " (key blob PRIMARY KEY, "
        + list(column -> column + " " + type)
        + ") WITH compression = "
        + map(schema().compression().map(each -> Map.of("class", each)).orElse(Map.of()))
        + (schema().compaction().isEmpty()
            ? ""
            : " AND compaction = " + map(schema().compaction()));
  }

  /// The statement of an operation. The key is its last parameter.
  String statement(PredefinedOperation operation) {
    return switch (operation) {
      case WRITE ->
          "UPDATE "
              + qualified(STANDARD)
              + timestamp()
              + " SET "
              + list(column -> column + " = ?")
              + " WHERE key = ?";
      case READ ->
          "SELECT "
              + (columns().isSlice() ? "*" : list(column -> column))
              + " FROM "
              + qualified(STANDARD)
              + " WHERE key = ?";
      case COUNTER_WRITE ->
          "UPDATE "
              + qualified(COUNTER)
              + " SET "
              + list(column -> column + " = " + column + " + ?")
              + " WHERE key = ?";
      case COUNTER_READ -> "SELECT * FROM " + qualified(COUNTER) + " WHERE key = ?";
    };
  }

  private String timestamp() {
    return columns().timestamp().isPresent()
        ? " USING TIMESTAMP " + columns().timestamp().getAsLong()
        : "";
  }

  private String list(UnaryOperator<String> column) {
    return columns().names().stream().map(CqlName::inQuotes).map(column).collect(joining(", "));
  }

  /// A table's name with its keyspace.
  String qualified(String table) {
    return CqlName.inQuotes(schema().keyspace()) + "." + table;
  }

  private static String map(Map<String, String> values) {
    return values.entrySet().stream()
        .map(each -> CqlName.text(each.getKey()) + ": " + CqlName.text(each.getValue()))
        .collect(joining(", ", "{", "}"));
  }
}
