package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.jdbc.embedded.RestartablePostgres;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.engine.LoadRun;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Journeys against a real server: its types, deadlocks and time limits.
@Timeout(60)
class PostgresJourneyTest {

  private static final List<DriverProvider> DRIVERS = List.of(new JdbcDriverProvider());

  @TempDir static Path data;
  @TempDir private Path folder;
  private static RestartablePostgres postgres;

  @BeforeAll
  static void start() throws Exception {
    postgres = RestartablePostgres.start(data);
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  private static void sql(String... statements) throws SQLException {
    try (Connection admin = DriverManager.getConnection(postgres.url());
        Statement statement = admin.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private static String one(String query) throws SQLException {
    try (Connection admin = DriverManager.getConnection(postgres.url());
        Statement statement = admin.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private RunSummary run(String plan) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("plan.yaml"),
            "target: '" + postgres.url() + "'\nself-warmup: 50ms\n" + plan);
    PlanLaunch launch = PlanLaunch.prepare(new PlanReader(DRIVERS).read(file, Map.of()), DRIVERS);
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    try (Driver driver = launch.open(directory.path(), _ -> {})) {
      return new LoadRun(launch.settings(driver), directory, _ -> {}).run();
    }
  }

  private static Balance balance(RunSummary run, int journey) {
    return run.results().allJourneys().get(journey).balance();
  }

  /// Values of all kinds come back as they are where the server wants them typed.
  @Test
  void columnsOfAllTypesGoThereAndBack() throws Exception {
    sql(
        "create table kind (i int, b bigint, n numeric, d date, t timestamptz, u uuid, j jsonb,"
            + " f float8, o bool, x text)",
        "insert into kind values (7, 5000000000, 1.50, '2026-11-28', '2026-11-28 07:30:01.25+00',"
            + " '00000000-0000-0000-0000-00000000000a', '{\"a\": [1]}', 0.1, true, null)",
        "create table copied (like kind)");
    RunSummary run =
        run(
            """
            rate: 100/s
            count: 1
            journeys:
              j:
                steps:
                  - read:
                      sql: select * from kind
                      extract: {i: $.i, b: $.b, n: $.n, d: $.d, t: $.t, u: $.u, doc: $.j, f: $.f, o: $.o}
                      check: [$.x == null, $.n == 1.5, $.f < 0.11]
                  - write:
                      sql: insert into copied values ({i}, {b}, {n}, {d}, {t}, {u}, {doc}, {f}, {o}, '{i}') returning i
                      check: [$.i == 7, rows == 1]
                  - page: {sql: 'select i from copied where i = {i} limit cast({i} as int)', check: rows == 1}
            """);
    assertThat(run.failures().counts()).isEmpty();
    assertThat(
            one(
                "select count(*) from kind join copied using (i, b, n, d, t, u, j, f, o)"
                    + " where copied.x = '7'"))
        .isEqualTo("1");
  }

  /// Two users take two rows in turn, each the one that the other has. The server ends one of them,
  /// whose rollback lets the other one end.
  @Test
  void aDeadlockEndsOneUserAndItsRollbackFreesTheOther() throws Exception {
    sql("create table pair (id int primary key, v int)", "insert into pair values (1, 0), (2, 0)");
    RunSummary run =
        run(
            """
            users: 2
            count: 2
            connections: 2
            mode: closed
            journeys:
              up:
                weight: 1
                steps:
                  - begin: {transaction: begin}
                  - first: {sql: 'update pair set v = v + 1 where id = 1'}
                  - think: 200ms
                  - second: {sql: 'update pair set v = v + 1 where id = 2'}
                  - commit: {transaction: commit}
              down:
                weight: 1
                steps:
                  - begin: {transaction: begin}
                  - first: {sql: 'update pair set v = v + 1 where id = 2'}
                  - think: 200ms
                  - second: {sql: 'update pair set v = v + 1 where id = 1'}
                  - commit: {transaction: commit}
            seed: SEED
            """
                .replace("SEED", "1"));
    assertThat(balance(run, 0).intended()).isEqualTo(1);
    assertThat(balance(run, 0).plus(balance(run, 1))).isEqualTo(new Balance(2, 1, 1, 0, 0, 0));
    assertThat(run.failures().counts()).isEqualTo(Map.of("sql 40P01 deadlock", 1L));
    assertThat(one("select sum(v) from pair")).isEqualTo("2");
    assertThat(run.warnings())
        .contains("1 transaction was rolled back, because its user ended before the commit");
  }

  /// With a connection that the server cuts, the transaction is over, and later users have another
  /// one.
  @Test
  void aLostConnectionIsOpenedAgainForTheNextUser() throws Exception {
    sql("create table left_over (id int)");
    RunSummary run =
        run(
            """
            rate: 10/s
            count: 4
            connections: 1
            journeys:
              j:
                steps:
                  - begin: {transaction: begin}
                  - put: {sql: 'insert into left_over values ({uniform:1..1000000})'}
                  - cut: {sql: 'select pg_terminate_backend(pg_backend_pid())'}
                  - commit: {transaction: commit}
            """);
    assertThat(balance(run, 0)).isEqualTo(new Balance(4, 0, 4, 0, 0, 0));
    assertThat(run.failures().counts()).isEqualTo(Map.of("sql 57P01 server shut down", 4L));
    assertThat(one("select count(*) from left_over")).isEqualTo("0");
    assertThat(run.warnings())
        .contains(
            "4 transactions were rolled back, because their users ended before the commit; 4 of them"
                + " by closing the connection");
  }

  /// A server that is frozen when the run ends cannot confirm a rollback. The run does not wait for
  /// it, and no transaction is open when it goes on.
  @Test
  @Tag("slow")
  void aServerThatIsFrozenAtTheEndKeepsNoTransactionOpen() throws Exception {
    sql("create table frozen (id int)");
    AtomicReference<List<ProcessHandle>> stopped = new AtomicReference<>(List.of());
    Thread freezer =
        Thread.ofPlatform()
            .start(() -> {
              try {
                Thread.sleep(900);
                stopped.set(postgres.freeze());
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    long begin = System.nanoTime();
    RunSummary run =
        run(
            """
            rate: 100/s
            duration: 1200ms
            drain: 0s
            connections: 3
            timeout: 200ms
            journeys:
              j:
                steps:
                  - begin: {transaction: begin}
                  - put: {sql: 'insert into frozen values (1)'}
                  - think: 20s
                  - commit: {transaction: commit}
            """);
    long took = System.nanoTime() - begin;
    freezer.join();
    RestartablePostgres.thaw(Objects.requireNonNull(stopped.get()));

    assertThat(took).isLessThan(TimeUnit.SECONDS.toNanos(8));
    assertThat(balance(run, 0).isExact()).isTrue();
    assertThat(balance(run, 0).unfinished()).isEqualTo(3);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    String open = "select count(*) from pg_stat_activity where state like 'idle in transaction%'";
    while (!one(open).equals("0") && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    assertThat(one(open)).isEqualTo("0");
    assertThat(one("select count(*) from frozen")).isEqualTo("0");
    assertThat(run.warnings()).anyMatch(each -> each.startsWith("3 transactions were rolled back"));
  }

  /// A limit of rows in the protocol would turn parallel queries off. The leader takes no part, so
  /// that only other processes read the table if the query is parallel.
  @Test
  void aStepIsExecutedInParallelAsInAnApplication() throws Exception {
    sql(
        "create table big as select x from generate_series(1, 10000) x",
        "alter table big set (parallel_workers = 2)",
        "analyze big",
        "create function process(x int) returns int language plpgsql parallel safe"
            + " as 'begin return pg_backend_pid(); end'");
    RunSummary run =
        run(
            """
            rate: 100/s
            count: 3
            connections: 1
            journeys:
              j:
                steps:
                  - a: {sql: set parallel_leader_participation = off}
                  - b: {sql: set parallel_setup_cost = 0}
                  - c: {sql: set parallel_tuple_cost = 0}
                  - d: {sql: set min_parallel_table_scan_size = 0}
                  - own: {sql: select pg_backend_pid() as own, extract: {own: $.own}}
                  - count:
                      sql: select count(*) as n, min(abs(process(x) - cast({own} as int))) as away from big
                      check: [$.n == 10000, $.away > 0]
            """);
    assertThat(run.failures().counts()).isEmpty();
  }
}
