package dev.takt.driver.cql;

import dev.takt.driver.cql.embedded.CassandraServer;
import dev.takt.driver.cql.embedded.CassandraSettings;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.wire.BulkLoad;
import dev.takt.runs.text.Units;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The target `cassandra:embedded`: a Cassandra server with 10,000 items of 128 bytes, or with the
/// records of a key-value workload.
final class EmbeddedTarget {

  private static final int ITEMS = 10_000;
  private static final String INSERT =
      "INSERT INTO shop.item (id, data) VALUES ({seq}, '{hex:128}')";

  private static final List<String> INIT =
      List.of(
          "CREATE KEYSPACE IF NOT EXISTS shop WITH replication ="
              + " {'class': 'SimpleStrategy', 'replication_factor': 1}",
          "CREATE TABLE IF NOT EXISTS shop.item (id int PRIMARY KEY, data text)");

  static final List<OperationSpec> OPERATIONS =
      List.of(
          operation("read", 90, "SELECT data FROM shop.item WHERE id = {uniform:0..9999}", "rows"),
          operation(
              "write",
              10,
              "UPDATE shop.item SET data = '{hex:128}' WHERE id = {uniform:0..9999}",
              "any"));

  private EmbeddedTarget() {}

  private static OperationSpec operation(String name, double weight, String cql, String expected) {
    return new OperationSpec(
        name, weight, Map.of(CqlOptions.CQL, cql, CqlOptions.EXPECT, expected));
  }

  /// Starts a server, stores the data, and creates the driver.
  static CqlDriver open(DriverRequest request) throws DriverException {
    CassandraSettings settings = CassandraSettings.installed();
    request.progress().accept("starting Cassandra …");
    CassandraServer server =
        CassandraServer.start(settings, request.runDirectory().resolve("cassandra.log"));
    try {
      if (!new CqlOptions(request).hasStressCommand()) {
        store(request, server);
      }
      return CqlDriver.open(at(request, server, request.workload()), server);
    } catch (DriverException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static DriverRequest at(
      DriverRequest request, CassandraServer server, WorkloadSpec workload) {
    InetSocketAddress address = server.address();
    Map<String, Object> properties = new HashMap<>(request.properties());
    properties.put(CqlOptions.CREATE_TABLE, true);
    if (workload.keyValues() == null && !new CqlOptions(request).hasStressCommand()) {
      properties.put(CqlOptions.INIT_CQL, init(request));
    }
    return new DriverRequest(
        "cql://" + address.getHostString() + ":" + address.getPort(),
        properties,
        workload,
        request.timeout(),
        request.concurrency(),
        request.runDirectory(),
        request.progress());
  }

  private static List<String> init(DriverRequest request) {
    return Stream.concat(INIT.stream(), new CqlOptions(request).initStatements().stream()).toList();
  }

  private static void store(DriverRequest request, CassandraServer server) throws DriverException {
    WorkloadSpec workload = request.workload();
    KeyValues keyValues = workload.keyValues();
    if (keyValues != null && keyValues.isLoadPhase()) {
      return;
    }
    KeyValues load = keyValues == null ? null : keyValues.loadPhase();
    long records = keyValues == null ? ITEMS : load == null ? 0 : keyValues.recordCount();
    if (records == 0) {
      return;
    }
    request.progress().accept("loading " + Units.count(records) + " records …");
    List<OperationSpec> operations =
        List.of(new OperationSpec("insert", 1, Map.of(CqlOptions.CQL, INSERT)));
    WorkloadSpec inserts =
        new WorkloadSpec(operations, workload.generators(), load, workload.seed());
    try (CqlDriver driver = CqlDriver.open(at(request, server, inserts), null)) {
      BulkLoad.run(driver, records, "the embedded Cassandra");
    }
  }
}
