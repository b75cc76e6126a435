package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.takt.driver.jdbc.embedded.RestartablePostgres;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.BlockingDriver.Session;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import dev.takt.testing.Timing;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A real server in normal operation and with failures.
class PostgresTest {

  private static final JdbcDriverProvider PROVIDER = new JdbcDriverProvider();

  @TempDir static Path folder;
  private static RestartablePostgres postgres;

  @BeforeAll
  static void start() throws Exception {
    postgres = RestartablePostgres.start(folder);
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @Test
  void bindsNumbersAndTextAsTheColumnsWantThem() throws Exception {
    sql("create table t (small smallint, big bigint, num numeric, day date, id uuid, doc jsonb)");
    List<OperationSpec> operations =
        List.of(
            Requests.operation(
                "insert into t values ({uniform:1..9}, {uniform:5000000000..6000000000},"
                    + " {uniform:1..9}, '2026-01-0{uniform:1..9}',"
                    + " '00000000-0000-0000-0000-00000000000{uniform:0..9}',"
                    + " '{\"n\": {uniform:1..9}}')",
                "expect-rows",
                1L),
            Requests.operation("select repeat('x', {uniform:1..9})", "expect-rows", 1L));
    try (BlockingDriver driver = open(null, operations);
        Session session = driver.open(0)) {
      for (int n = 0; n < 20; n++) {
        assertThat(session.execute(0, n)).isEqualTo(Outcome.OK);
        assertThat(session.execute(1, n)).isEqualTo(Outcome.OK);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theServerSeesTheSameValuesWithAndWithoutPreparation(boolean prepared) throws Exception {
    List<OperationSpec> operations =
        Stream.of(
                "select 1 where '{{\"a\": 1}'::jsonb ? 'a' and {uniform:8..8} = 8",
                "select 1 where '{{\"a\": 1}'::jsonb ?| array['a'] and '[1]'::jsonb @? '$[*] ? (@ > 0)'",
                "select 1 where $$it's ? {uniform:8..8}$$ = 'it''s ? 8'",
                "select 1 where E'it\\'s\\n\\\\{uniform:8..8}' = 'it''s' || chr(10) || '\\8'",
                "select 1 where 5-{uniform:-3..-3} = 8 -- ? '",
                "select 1 /* ' /* ? */ */ where length({alpha:5}) = 5 and U&'?' = '?';")
            .map(sql -> Requests.operation(sql, "expect-rows", 1L, "prepared", prepared))
            .toList();
    try (BlockingDriver driver = open(null, operations);
        Session session = driver.open(0)) {
      for (int i = 0; i < operations.size(); i++) {
        assertThat(session.execute(i, 1)).as("%s", operations.get(i)).isEqualTo(Outcome.OK);
      }
    }
  }

  @Timing
  @Test
  void aSlowStatementTimesOutAndKeepsItsConnection() throws Exception {
    List<OperationSpec> operations =
        List.of(
            Requests.operation("select pg_sleep(20)"),
            Requests.operation("select pg_backend_pid()", "expect-rows", 1L));
    try (BlockingDriver driver = open(Duration.ofMillis(150), operations);
        Session session = driver.open(0)) {
      assertThat(session.execute(1, 0)).isEqualTo(Outcome.OK);
      int connections = connections();
      long start = System.nanoTime();

      assertThat(session.execute(0, 1)).isSameAs(Outcome.TIMED_OUT);

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(150), Duration.ofMillis(390));
      assertThat(session.execute(1, 2)).isEqualTo(Outcome.OK);
      assertThat(connections()).isEqualTo(connections);
    }
  }

  @Test
  void aFrozenServerTimesOutAndIsUsedAgainAfterwards() throws Exception {
    try (BlockingDriver driver =
            open(Duration.ofMillis(100), List.of(Requests.operation("select 1")));
        Session session = driver.open(0)) {
      assertThat(session.execute(0, 0)).isEqualTo(Outcome.OK);
      List<ProcessHandle> frozen = postgres.freeze();
      assertThat(session.execute(0, 1)).isSameAs(Outcome.TIMED_OUT);
      RestartablePostgres.thaw(frozen);
      assertThat(session.execute(0, 2)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void aCanceledStatementIsAFailureIfThereIsNoTimeLimit() throws Exception {
    try (BlockingDriver driver = open(null, List.of(Requests.operation("select pg_sleep(20)")));
        Session session = driver.open(0)) {
      Thread canceler =
          Thread.ofVirtual()
              .start(() ->
                  repeatedly(
                      "select pg_cancel_backend(pid) from pg_stat_activity"
                          + " where query like 'select pg_sleep%'"));
      assertThat(session.execute(0, 0)).isEqualTo(Outcome.failed("sql 57014 query canceled"));
      canceler.interrupt();
    }
  }

  @Test
  void aKilledBackendCostsOneOperationAndTheSession() throws Exception {
    try (BlockingDriver driver = open(null, List.of(Requests.operation("select 1")))) {
      Session session = driver.open(0);
      assertThat(session.execute(0, 0)).isEqualTo(Outcome.OK);
      sql(
          "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
              + " where application_name = 'takt'");

      assertThatThrownBy(() -> session.execute(0, 1))
          .isInstanceOf(SQLException.class)
          .hasMessage("sql 57P01 server shut down");

      session.close();
      try (Session anew = driver.open(0)) {
        assertThat(anew.execute(0, 2)).isEqualTo(Outcome.OK);
      }
    }
  }

  @Timing
  @Test
  void aKilledServerIsCountedAndUsedAgainWhenItIsBack() throws Exception {
    try (BlockingDriver driver = open(null, List.of(Requests.operation("select 1")))) {
      Session session = driver.open(0);
      assertThat(session.execute(0, 0)).isEqualTo(Outcome.OK);
      postgres.kill();

      assertThatThrownBy(() -> session.execute(0, 1))
          .isInstanceOf(SQLException.class)
          .message()
          .isIn(
              "sql 08006 connection lost",
              "sql 57P01 server shut down",
              "sql 57P02 server crashed");
      session.close();
      long attempts = attemptsWithin(driver, Duration.ofSeconds(1));
      assertThat(attempts).as("attempts in 1 s are few, but not too few").isBetween(4L, 10L);

      postgres.restart();
      try (Session anew = driver.open(0)) {
        assertThat(anew.execute(0, 2)).isEqualTo(Outcome.OK);
      }
    }
  }

  @Test
  void closeCutsAnOperationThatIsUnderWay() throws Exception {
    BlockingDriver driver = open(null, List.of(Requests.operation("select pg_sleep(60)")));
    Session session = driver.open(0);
    List<Throwable> ends = new ArrayList<>();
    Thread worker =
        Thread.ofPlatform()
            .start(() -> {
              try {
                session.execute(0, 0);
              } catch (Exception e) {
                ends.add(e);
              }
            });
    while (connections("active", "select pg_sleep(60)") == 0) {
      Thread.sleep(10);
    }
    driver.close();
    assertThat(worker.join(Duration.ofSeconds(5))).isTrue();
    assertThat(ends).singleElement().isInstanceOf(SQLException.class);
  }

  @Test
  void aRefusedConnectionIsExplained() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    assertThat(failure("jdbc:postgresql://127.0.0.1:" + port + "/test?password=secret", Map.of()))
        .startsWith("cannot connect to jdbc:postgresql://127.0.0.1:" + port + "/test?password=***:")
        .contains("connection refused; is the database running");
  }

  @Test
  void anUnknownHostIsExplained() {
    assertThat(failure("jdbc:postgresql://no-such-host.invalid/test", Map.of()))
        .contains("unknown host no-such-host.invalid");
  }

  @Test
  void aMissingDatabaseIsExplained() {
    assertThat(failure(postgres.url().replace("/postgres?", "/nowhere?"), Map.of()))
        .contains("database \"nowhere\" does not exist")
        .contains("create the database");
  }

  @Test
  void aWrongPasswordIsExplained() throws Exception {
    sql("create role guarded login password 'right'");
    postgres.requirePassword("guarded");
    String url = postgres.url().replace("user=postgres", "");

    assertThat(failure(url, Map.of("user", "guarded", "password", "wrong")))
        .contains("password authentication failed for user \"guarded\"")
        .contains("check --user and --password");
    DriverException none =
        assertThrows(
            DriverException.class,
            () -> PROVIDER.open(Requests.of(url, Map.of("user", "guarded"), "select 1")));
    assertThat(none).hasMessageContaining("check --user and --password");
    PROVIDER
        .open(Requests.of(url, Map.of("user", "guarded", "password", "right"), "select 1"))
        .close();
  }

  private String failure(String url, Map<String, Object> properties) {
    try {
      PROVIDER.open(Requests.of(url, properties, "select 1")).close();
      throw new AssertionError("connected to " + url);
    } catch (DriverException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private long attemptsWithin(BlockingDriver driver, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    long attempts = 0;
    while (System.nanoTime() - end < 0) {
      assertThatThrownBy(() -> driver.open(0)).isInstanceOf(DriverException.class);
      attempts++;
    }
    return attempts;
  }

  private BlockingDriver open(@Nullable Duration timeout, List<OperationSpec> operations)
      throws DriverException {
    return (BlockingDriver)
        PROVIDER.open(Requests.of(postgres.url(), Map.of(), timeout, folder, operations));
  }

  private void repeatedly(String statement) {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        sql(statement);
        Thread.sleep(20);
      } catch (SQLException | InterruptedException e) {
        return;
      }
    }
  }

  private int connections() throws SQLException {
    return connections("idle", "%");
  }

  private int connections(String state, String query) throws SQLException {
    return Integer.parseInt(
        postgres.answer(
            "select count(*) from pg_stat_activity where application_name = 'takt' and state = '"
                + state
                + "' and query like '"
                + query
                + "'"));
  }

  private void sql(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(postgres.url());
        Statement admin = connection.createStatement()) {
      admin.execute(statement);
    }
  }
}
