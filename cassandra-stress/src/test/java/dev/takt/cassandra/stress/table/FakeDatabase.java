package dev.takt.cassandra.stress.table;

import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.workload.Database;
import dev.takt.load.driver.DriverException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// A database with one table, which records the statements that it executes.
public final class FakeDatabase implements Database {

  private final List<Rows.Row> columns;
  private final List<String> executed = new ArrayList<>();
  private final Map<String, List<PreparedResult.Parameter>> prepared = new HashMap<>();
  private Predicate<String> exists = _ -> false;

  /// @param columns `name kind position type`, separated by `;`
  public FakeDatabase(String columns) {
    this.columns =
        columns.isEmpty()
            ? List.of()
            : List.of(columns.split(";", -1)).stream().map(FakeDatabase::row).toList();
  }

  private static Rows.Row row(String column) {
    String[] parts = column.strip().split(" ", 4);
    return new Rows.Row(
        Map.of(
            "column_name", bytes(parts[0]),
            "kind", bytes(parts[1]),
            "position", ByteBuffer.allocate(4).putInt(Integer.parseInt(parts[2])).array(),
            "type", bytes(parts[3])));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Refuses statements that would make what is there already.
  public void setExisting(Predicate<String> existing) {
    exists = existing;
  }

  /// Sets the names of the parameters of a statement.
  public void setParameters(String cql, String... names) {
    prepared.put(
        cql,
        List.of(names).stream()
            .map(name ->
                new PreparedResult.Parameter(name, dev.takt.driver.cql.type.CqlType.Native.INT))
            .toList());
  }

  public List<String> executed() {
    return executed;
  }

  @Override
  public Rows query(String cql) throws DriverException {
    executed.add(cql);
    if (exists.test(cql)) {
      throw new DriverException("AlreadyExists: it exists");
    }
    return new Rows(cql.contains("system_schema.columns") ? columns : List.of());
  }

  @Override
  public List<PreparedResult.Parameter> prepare(String cql) throws DriverException {
    List<PreparedResult.Parameter> parameters = prepared.get(cql);
    if (parameters == null) {
      throw new DriverException("SyntaxError: " + cql);
    }
    return parameters;
  }
}
