package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.workload.Database;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.DriverException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Makes and empties the predefined tables.
final class PredefinedSchema {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 100;

  private final Setup setup;
  private final Database database;
  private final RunSettings settings;
  private final PredefinedTables tables;

  PredefinedSchema(Setup setup, RunSettings settings) {
    this.setup = setup;
    this.database = setup.database();
    this.settings = settings;
    this.tables = new PredefinedTables(settings.tables());
  }

  void create() throws DriverException {
    setup.progress().accept("creating keyspace and tables where they are missing …");
    for (String cql : tables.definitions()) {
      query(cql);
    }
    awaitAgreement(database);
  }

  void truncate() throws DriverException {
    Set<String> existing =
        database
            .query(
                "SELECT table_name FROM system_schema.tables WHERE keyspace_name = "
                    + PredefinedTables.text(settings.tables().schema().keyspace()))
            .rows()
            .stream()
            .map(row -> row.text("table_name"))
            .collect(Collectors.toSet());
    for (String table : PredefinedTables.TRUNCATED) {
      if (existing.contains(table)) {
        setup.progress().accept("truncating " + table + " …");
        query("TRUNCATE " + tables.qualified(table));
      }
    }
  }

  private void query(String cql) throws DriverException {
    try {
      var _ = database.query(cql);
    } catch (DriverException e) {
      throw new DriverException(e.getMessage() + "\n  in: " + cql, e);
    }
  }

  /// Waits until all nodes have the same schema, so that each can prepare the statements.
  static void awaitAgreement(Database database) throws DriverException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (versions(database).size() > 1) {
      if (System.nanoTime() - deadline > 0) {
        throw new DriverException("the nodes do not agree on the schema within 30 s");
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DriverException("interrupted", e);
      }
    }
  }

  private static Set<String> versions(Database database) throws DriverException {
    List<Rows.Row> local = database.query("SELECT schema_version FROM system.local").rows();
    List<Rows.Row> peers = database.query("SELECT schema_version FROM system.peers").rows();
    return Stream.concat(local.stream(), peers.stream())
        .map(row -> row.values().get("schema_version"))
        .filter(bytes -> bytes != null)
        .map(java.util.HexFormat.of()::formatHex)
        .collect(Collectors.toSet());
  }
}
