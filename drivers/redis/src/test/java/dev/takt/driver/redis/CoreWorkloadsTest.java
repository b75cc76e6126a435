package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.redis.embedded.RedisBinary;
import dev.takt.driver.redis.embedded.RedisServer;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.keyvalue.RecordList;
import dev.takt.load.workload.Workload;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// YCSB's workloads A to F against a real server, with data integrity on.
@Timeout(120)
class CoreWorkloadsTest {

  private static final int RECORDS = 300;
  private static final int OPERATIONS = 1000;

  /// Operations in flight on the one connection, each with one or more requests.
  private static final int PIPELINE = 5;

  @TempDir private static Path directory;
  private static RedisServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server =
        RedisServer.start(RedisBinary.find(line -> {}), List.of(), directory.resolve("redis.log"));
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private static WireDriver driver(int database, KeyValues keyValues) throws Exception {
    return (WireDriver)
        new RedisDriverProvider()
            .open(
                Requests.of(
                    "redis://" + server.address() + "/" + database,
                    keyValues,
                    Map.of("pipeline", (long) PIPELINE)));
  }

  @Test
  void aServerOfTheRunsOwnHasTheRecordsBeforeTheRunBegins() throws Exception {
    Map<String, String> properties =
        Map.of(
            "recordcount",
            "100",
            "readproportion",
            "1",
            "updateproportion",
            "0",
            "dataintegrity",
            "true",
            "fieldlengthdistribution",
            "constant");
    KeyValues workload = CoreWorkload.of(properties, 1);
    try (WireDriver driver =
            (WireDriver) new RedisDriverProvider().open(Requests.of("redis:embedded", workload));
        Caller caller = new Caller(driver)) {
      for (int n = 0; n < 500; n++) {
        assertThat(caller.call(0, n)).as("operation %d", n).isEqualTo("ok");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1,0.5,0.5,0,0,0,zipfian,true",
    "2,0.95,0.05,0,0,0,zipfian,false",
    "3,1,0,0,0,0,zipfian,true",
    "4,0.95,0,0.05,0,0,latest,true",
    "5,0,0,0.05,0.95,0,zipfian,true",
    "6,0.5,0,0,0,0.5,zipfian,false"
  })
  void runWithoutErrors(
      int database,
      String reads,
      String updates,
      String inserts,
      String scans,
      String readsAndWrites,
      String distribution,
      String allFields)
      throws Exception {
    Map<String, String> properties = new HashMap<>();
    properties.put("recordcount", Integer.toString(RECORDS));
    properties.put("operationcount", Integer.toString(OPERATIONS));
    properties.put("dataintegrity", "true");
    properties.put("fieldlengthdistribution", "constant");
    properties.put("maxscanlength", "20");
    properties.put("readproportion", reads);
    properties.put("updateproportion", updates);
    properties.put("insertproportion", inserts);
    properties.put("scanproportion", scans);
    properties.put("readmodifywriteproportion", readsAndWrites);
    properties.put("requestdistribution", distribution);
    properties.put("readallfields", allFields);
    KeyValues load = CoreWorkload.load(properties, 1, RecordList.range(0, RECORDS));
    try (WireDriver driver = driver(database, load);
        Caller caller = new Caller(driver)) {
      for (int n = 0; n < RECORDS; n++) {
        assertThat(caller.call(0, n)).isEqualTo("ok");
      }
    }
    CoreWorkload workload = CoreWorkload.of(properties, 1);
    Workload mixture =
        new Workload(1, workload.weights().stream().mapToDouble(each -> each).toArray());
    try (WireDriver driver = driver(database, workload);
        Caller caller = new Caller(driver)) {
      for (int n = 0; n < OPERATIONS; n++) {
        if (n >= PIPELINE) {
          assertThat(caller.await(n % PIPELINE)).as("operation %d", n - PIPELINE).isEqualTo("ok");
        }
        caller.send(n % PIPELINE, mixture.operationOf(n), n);
      }
      for (int slot = 0; slot < PIPELINE; slot++) {
        assertThat(caller.await(slot)).isEqualTo("ok");
      }
    }
  }
}
