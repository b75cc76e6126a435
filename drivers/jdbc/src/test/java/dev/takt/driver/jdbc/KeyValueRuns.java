package dev.takt.driver.jdbc;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.BlockingDriver.Session;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.workload.Generators;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Runs YCSB's core workloads on a database, as the engine does.
final class KeyValueRuns {

  static final long RECORDS = 100;

  private static final Map<String, String> COMMON =
      Map.of(
          "recordcount",
          Long.toString(RECORDS),
          "fieldlength",
          "20",
          "dataintegrity",
          "true",
          "readproportion",
          "0",
          "updateproportion",
          "0");

  private KeyValueRuns() {}

  /// The workloads A to F, as in YCSB's files.
  static CoreWorkload workload(char name) {
    return workload(name, "usertable");
  }

  static CoreWorkload workload(char name, String table) {
    Map<String, String> properties = with(proportions(name));
    properties.put("table", table);
    return CoreWorkload.of(properties, 7);
  }

  private static Map<String, String> proportions(char name) {
    return switch (name) {
      case 'A' -> Map.of("readproportion", "0.5", "updateproportion", "0.5");
      case 'B' -> Map.of("readproportion", "0.95", "updateproportion", "0.05");
      case 'C' -> Map.of("readproportion", "1");
      case 'D' ->
          Map.of(
              "readproportion",
              "0.95",
              "insertproportion",
              "0.05",
              "requestdistribution",
              "latest");
      case 'E' ->
          Map.of("scanproportion", "0.95", "insertproportion", "0.05", "maxscanlength", "10");
      case 'F' -> Map.of("readproportion", "0.5", "readmodifywriteproportion", "0.5");
      default -> throw new IllegalArgumentException("no workload " + name);
    };
  }

  static Map<String, String> with(Map<String, String> more) {
    Map<String, String> properties = new HashMap<>(COMMON);
    properties.putIfAbsent("requestdistribution", "zipfian");
    properties.putAll(more);
    return properties;
  }

  static DriverRequest request(
      String target, Map<String, Object> properties, KeyValues keyValues, Path folder) {
    return request(
        target, properties, new JdbcDriverProvider().defaultOperations(target), keyValues, folder);
  }

  static DriverRequest request(
      String target,
      Map<String, Object> properties,
      List<OperationSpec> operations,
      KeyValues keyValues,
      Path folder) {
    return new DriverRequest(
        target,
        properties,
        new WorkloadSpec(operations, Generators.NONE, keyValues, 42),
        null,
        4,
        folder,
        message -> {});
  }

  static BlockingDriver open(DriverRequest request) throws DriverException {
    return (BlockingDriver) new JdbcDriverProvider().open(request);
  }

  /// Inserts all records.
  static Map<String, Integer> load(BlockingDriver driver) throws Exception {
    Map<String, Integer> outcomes = new TreeMap<>();
    try (Session session = driver.open(0)) {
      for (long n = 0; n < RECORDS; n++) {
        count(session.execute(0, n), outcomes);
      }
    }
    return outcomes;
  }

  /// Executes operations of all kinds in turn, on two sessions.
  static Map<String, Integer> run(BlockingDriver driver, KeyValues workload, int operations)
      throws Exception {
    Map<String, Integer> outcomes = new TreeMap<>();
    try (Session one = driver.open(0);
        Session two = driver.open(1)) {
      for (int n = 0; n < operations; n++) {
        Session session = n % 3 == 0 ? one : two;
        int operation = n % workload.kinds().size();
        session.prepare(operation, n);
        count(session.execute(operation, n), outcomes);
      }
    }
    return outcomes;
  }

  private static void count(Outcome outcome, Map<String, Integer> outcomes) {
    outcomes.merge(outcome.label(), 1, Integer::sum);
  }
}
