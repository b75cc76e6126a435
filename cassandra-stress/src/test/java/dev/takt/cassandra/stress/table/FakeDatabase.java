package dev.takt.cassandra.stress.table;

import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.workload.Database;
import dev.takt.load.driver.DriverException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// A database with one table, which records the statements that it executes.
public final class FakeDatabase implements Database {

  private static final int GLOBAL_TABLE = 1;
  private static final short INT = 9;

  private final List<Rows.Row> columns;
  private final List<String> executed = new CopyOnWriteArrayList<>();
  private final Map<String, List<String>> prepared = new HashMap<>();
  private final Map<String, String> failures = new HashMap<>();
  private Rows.Row local = new Rows.Row(Map.of());
  private volatile String stored = "a row that is not there";

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

  /// Refuses a statement.
  public void setFailure(String cql, String message) {
    failures.put(cql, message);
  }

  /// Sets which rows are found: that of statements with this text.
  public void setStored(String text) {
    stored = text;
  }

  /// Sets the names of the parameters of a statement.
  public void setParameters(String cql, String... names) {
    prepared.put(cql, List.of(names));
  }

  /// Sets the tokens of the only node.
  public void setTokens(String partitioner, String... tokens) {
    ByteBuffer set = ByteBuffer.allocate(1000).putInt(tokens.length);
    for (String each : tokens) {
      set.putInt(each.length()).put(bytes(each));
    }
    byte[] value = Arrays.copyOf(set.array(), set.position());
    local = new Rows.Row(Map.of("partitioner", bytes(partitioner), "tokens", value));
  }

  public List<String> executed() {
    return executed;
  }

  @Override
  public Rows query(String cql) throws DriverException {
    executed.add(cql);
    if (failures.containsKey(cql)) {
      throw new DriverException(String.valueOf(failures.get(cql)));
    }
    if (cql.contains("system.local")) {
      return new Rows(List.of(local));
    }
    if (cql.contains("system_schema.columns")) {
      return new Rows(columns);
    }
    return new Rows(cql.contains(stored) ? List.of(new Rows.Row(Map.of())) : List.of());
  }

  @Override
  public void awaitSchemaAgreement() {
    executed.add("-- await the schema");
  }

  @Override
  public PreparedResult prepare(String cql) throws DriverException {
    List<String> parameters = prepared.get(cql);
    if (parameters == null) {
      throw new DriverException("SyntaxError: no such statement");
    }
    return result(parameters);
  }

  /// As a server sends it: integers of a table `a.b`.
  private static PreparedResult result(List<String> parameters) {
    ByteBuffer body = ByteBuffer.allocate(4096);
    put("id", body);
    body.putInt(GLOBAL_TABLE).putInt(parameters.size()).putInt(0);
    put("a", body);
    put("b", body);
    for (String each : parameters) {
      put(each, body);
      body.putShort(INT);
    }
    return PreparedResult.read(Version.V4, body.flip());
  }

  private static void put(String text, ByteBuffer out) {
    out.putShort((short) text.length()).put(bytes(text));
  }
}
