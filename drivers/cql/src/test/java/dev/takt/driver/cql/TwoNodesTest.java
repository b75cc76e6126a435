package dev.takt.driver.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.driver.cql.embedded.CassandraServer;
import dev.takt.driver.cql.embedded.CassandraSettings;
import dev.takt.driver.cql.embedded.Installed;
import dev.takt.driver.cql.protocol.Compression;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.LoadRun;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Against two real nodes, if Cassandra's jars are there. Each row has one replica.
@Tag("slow")
@Timeout(240)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwoNodesTest {

  private static final long SECOND_TOKEN = 1L << 62;
  private static final String INSERT = "INSERT INTO ks.t (k, v) VALUES ({seq}, 'x')";

  @TempDir private static Path directory;
  private static CassandraServer first;
  private static CassandraServer second;
  private static ProcessHandle processOfSecond;

  @BeforeAll
  static void start() throws Exception {
    CassandraSettings settings =
        Installed.settings(Files.createDirectory(directory.resolve("data")))
            .with("native_transport_max_threads", "512");
    first = CassandraServer.start(settings, directory.resolve("first.log"));
    Set<Long> before = pids();
    second =
        CassandraServer.join(first, "127.0.0.2", SECOND_TOKEN, directory.resolve("second.log"));
    processOfSecond =
        servers().filter(each -> !before.contains(each.pid())).findAny().orElseThrow();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> countOfPeers(first) == 1 && countOfPeers(second) == 1);
    query(
        first,
        "CREATE KEYSPACE ks WITH replication = {'class':'SimpleStrategy','replication_factor':1}");
    query(first, "CREATE TABLE ks.t (k int PRIMARY KEY, v text)");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() ->
            !query(
                    second,
                    "SELECT table_name AS v FROM system_schema.tables WHERE keyspace_name = 'ks'")
                .isEmpty());
  }

  @AfterAll
  static void stop() {
    for (CassandraServer each : new CassandraServer[] {second, first}) {
      if (each != null) {
        each.close();
      }
    }
  }

  /// The servers that this test has started.
  private static Stream<ProcessHandle> servers() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().command().orElse("").endsWith("/java"))
        .filter(each ->
            Stream.of(each.info().arguments().orElse(new String[0]))
                .anyMatch(argument -> argument.startsWith("@" + directory)));
  }

  private static Set<Long> pids() {
    return servers().map(ProcessHandle::pid).collect(Collectors.toSet());
  }

  private static int countOfPeers(CassandraServer node) throws DriverException {
    return query(node, "SELECT release_version AS v FROM system.peers_v2").size();
  }

  private static List<String> query(CassandraServer node, String cql) throws DriverException {
    try (ControlConnection control =
        ControlConnection.open(
            Endpoint.of(node.address(), null),
            new SessionSettings(Version.V5, Compression.NONE, null, null),
            true,
            "a server")) {
      return control.query(cql).rows().stream().map(row -> row.text("v")).toList();
    }
  }

  /// How many writes of the table a node counts.
  private static long writes(CassandraServer node, String table) throws DriverException {
    List<String> counts =
        query(
            node,
            "SELECT CAST(count AS text) AS v FROM system_views."
                + table
                + " WHERE keyspace_name = 'ks' AND table_name = 't'");
    return counts.isEmpty() ? 0 : Long.parseLong(counts.getFirst());
  }

  /// A run, and which node it prefers for each operation.
  private static final class Run implements AutoCloseable {
    final WireDriver driver;
    final RunDirectory files;
    final LoadRun load;

    Run(String name, String duration) throws Exception {
      List<DriverProvider> providers = List.of(new CqlDriverProvider());
      Map<String, List<String>> flags =
          Map.of(
              "target", List.of("cql://127.0.0.1:" + first.address().getPort()),
              "cql", List.of(INSERT),
              "rate", List.of("200/s"),
              "duration", List.of(duration),
              "warmup", List.of("0s"),
              "self-warmup", List.of("0s"),
              "timeout", List.of("30s"),
              "threads", List.of("1"));
      PlanLaunch launch =
          PlanLaunch.prepare(new PlanReader(providers).read(null, flags), providers);
      files = RunDirectory.create(directory.resolve(name));
      driver = (WireDriver) launch.open(files.path(), line -> {});
      load = new LoadRun(launch.settings(driver), files, progress -> {});
    }

    boolean prefersFirst(long n) {
      return driver.preferredEndpoint(0, n) == 0;
    }

    long countForFirst(int operations) {
      return Stream.iterate(0L, n -> n + 1).limit(operations).filter(this::prefersFirst).count();
    }

    @Override
    public void close() throws Exception {
      driver.close();
    }
  }

  /// The nodes count themselves what they coordinate, and what they store.
  @Test
  @Order(1)
  void eachOperationGoesToItsReplica() throws Exception {
    try (Run run = new Run("healthy", "5s")) {
      assertThat(run.driver.endpoints()).hasSize(2);
      assertThat(run.driver.describe()).contains(", 2 nodes of datacenter1, protocol v5");
      RunSummary summary = run.load.run();
      assertThat(summary.results().balance()).isEqualTo(new Balance(1000, 1000, 0, 0, 0, 0));
      assertThat(summary.warnings()).isEmpty();
      long ofFirst = run.countForFirst(1000);
      assertThat(ofFirst).isBetween(300L, 700L);
      for (String table : List.of("coordinator_write_latency", "local_write_latency")) {
        assertThat(List.of(writes(first, table), writes(second, table)))
            .as(table)
            .containsExactly(ofFirst, 1000 - ofFirst);
      }
    }
  }

  /// The second node stands still for a second, so that operations are in flight on it, and is then
  /// killed. The first one has no replica of its rows: it answers with an error.
  @Test
  @Order(2)
  void aNodeIsKilledDuringTheRun() throws Exception {
    try (Run run = new Run("killed", "12s")) {
      FutureTask<RunSummary> task = new FutureTask<>(run.load::run);
      Thread.ofPlatform().start(task);
      Thread.sleep(4000);
      signal("STOP");
      long stopped = System.nanoTime();
      Thread.sleep(1000);
      signal("KILL");
      double seconds = (System.nanoTime() - stopped) / 1e9;
      RunSummary summary = task.get();

      List<OperationRecord> records = trace(run.files.operationTrace());
      assertThat(records).hasSize(2400);
      List<Long> failed = new ArrayList<>();
      for (int n = 0; n < records.size(); n++) {
        if (records.get(n).state() != OperationState.COMPLETED) {
          assertThat(records.get(n).state()).isEqualTo(OperationState.FAILED);
          failed.add((long) n);
        }
      }
      assertThat(failed).as("operations for the other node").noneMatch(run::prefersFirst);
      long afterwards =
          Stream.iterate(1400L, n -> n + 1).limit(1000).filter(n -> !run.prefersFirst(n)).count();
      assertThat(failed).hasSizeGreaterThan((int) afterwards);

      Map<String, Long> errors = summary.failures().counts();
      Set<String> labels = new HashSet<>(errors.keySet());
      labels.removeAll(Set.of("connection reset", "connection closed before the answer"));
      assertThat(labels).as("answers of the first node").isSubsetOf("WriteTimeout", "Unavailable");
      long lost =
          errors.getOrDefault("connection reset", 0L)
              + errors.getOrDefault("connection closed before the answer", 0L);
      assertThat(lost / seconds)
          .as("in flight on the killed node, about half of the rate")
          .isBetween(50.0, 150.0);
      assertThat(summary.warnings())
          .singleElement()
          .asString()
          .startsWith(Endpoint.text(second.address()) + " was not reachable for ")
          .endsWith(" (connection refused): up to 1024 of 2048 slots were missing");
    }
  }

  @Test
  @Order(3)
  void aNodeThatIsDownIsAWarningAtTheStart() throws Exception {
    try (Run run = new Run("down", "1s")) {
      assertThat(run.driver.endpoints()).hasSize(2);
      RunSummary summary = run.load.run();
      assertThat(summary.results().balance().completed()).isEqualTo(run.countForFirst(200));
      assertThat(summary.failures().counts().keySet()).isSubsetOf("Unavailable", "WriteTimeout");
      assertThat(summary.warnings()).anyMatch(each -> each.contains("was not reachable for"));
    }
  }

  private static void signal(String name) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(processOfSecond.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  /// The operations in the order of their numbers.
  private static List<OperationRecord> trace(Path file) throws IOException {
    List<OperationRecord> records = new ArrayList<>();
    try (OperationTrace trace = OperationTrace.open(file)) {
      for (OperationRecord each = trace.next(); each != null; each = trace.next()) {
        records.add(each);
      }
    }
    records.sort(Comparator.comparingLong(OperationRecord::intended));
    return records;
  }
}
