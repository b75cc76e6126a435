package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.cassandra.stress.share.FirstMachine;
import dev.takt.cassandra.stress.share.SchemaObject;
import dev.takt.driver.cql.workload.Database;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.DriverException;
import java.util.Set;
import java.util.stream.Collectors;

/// Makes and empties the predefined tables.
final class PredefinedSchema {

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
    new FirstMachine(setup)
        .make(tables.names().stream().map(SchemaObject::of).toList(), this::createMissing);
  }

  private void createMissing() throws DriverException {
    setup.progress().accept("creating keyspace and tables where they are missing …");
    for (String cql : tables.definitions()) {
      database.execute(cql);
    }
    database.awaitSchemaAgreement();
  }

  void truncate() throws DriverException {
    Set<String> existing =
        database
            .query(
                "SELECT table_name FROM system_schema.tables WHERE keyspace_name = "
                    + CqlName.text(settings.tables().schema().keyspace()))
            .rows()
            .stream()
            .map(row -> row.text("table_name"))
            .collect(Collectors.toSet());
    for (String table : PredefinedTables.TRUNCATED) {
      if (existing.contains(table)) {
        setup.progress().accept("truncating " + table + " …");
        database.execute("TRUNCATE " + tables.qualified(table));
      }
    }
  }

  /// The table that shows which version wrote the data.
  StressData.Table probed(StressCommand.Run command) {
    boolean isOfCounters =
        PredefinedOperation.of(setup.operations().getFirst()).orElseThrow().isOfCounters();
    return new StressData.Table(
        tables.qualified(isOfCounters ? "counter1" : "standard1"),
        PredefinedWorkload.table(command, settings, DataVersion.V4),
        PredefinedWorkload.table(command, settings, DataVersion.V3));
  }
}
