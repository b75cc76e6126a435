package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.BlockingDriver.Session;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/// The driver's own logic, on an in-memory database.
class H2Test {

  private static final List<String> TABLE =
      List.of(
          "create table item (id int primary key, name varchar(50))",
          "insert into item select x, 'n' || x from system_range(1, 100)");

  private final String url;

  H2Test(TestInfo test) {
    url = "jdbc:h2:mem:" + test.getTestMethod().orElseThrow().getName();
  }

  @Test
  void executesWithGeneratedValuesThatDependOnTheNumberAlone() throws Exception {
    List<Integer> first = inserted("insert into log values ({uniform:1..1000000})", true);
    List<Integer> again = inserted("insert into log values ({uniform:1..1000000})", true);
    List<Integer> inText = inserted("insert into log values ({uniform:1..1000000})", false);

    assertThat(first).hasSize(50).doesNotHaveDuplicates().isEqualTo(again).isEqualTo(inText);
    assertThat(first).allMatch(value -> value >= 1 && value <= 1_000_000);
  }

  @Test
  void checksTheNumberOfRows() throws Exception {
    List<OperationSpec> operations =
        List.of(
            Requests.operation("select * from item where id = {uniform:1..100}", "expect-rows", 1L),
            Requests.operation("select * from item where id < 3", "expect-rows", 1L),
            Requests.operation("update item set name = 'x' where id <= 7", "expect-rows", 7L));
    try (BlockingDriver driver = open(TABLE, null, operations);
        Session session = driver.open(0)) {
      assertThat(session.execute(0, 1)).isEqualTo(Outcome.OK);
      assertThat(session.execute(1, 2)).isEqualTo(Outcome.failed("rows other than 1"));
      assertThat(session.execute(2, 3)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void aStatementThatFailsIsAResultAndKeepsTheSession() throws Exception {
    List<OperationSpec> operations =
        List.of(
            Requests.operation("insert into item values (1, 'again')"),
            Requests.operation("select 1 / (id - id) from item where id = {uniform:1..100}"),
            Requests.operation("select * from item"));
    try (BlockingDriver driver = open(TABLE, null, operations);
        Session session = driver.open(0)) {
      Outcome duplicate = session.execute(0, 1);
      assertThat(duplicate).isEqualTo(Outcome.failed("sql 23505 unique violation"));
      assertThat(session.execute(0, 2)).as("one outcome for one label").isSameAs(duplicate);
      assertThat(session.execute(1, 3)).isEqualTo(Outcome.failed("sql 22012 division by zero"));
      assertThat(session.execute(2, 4)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void aStatementThatTakesTooLongHasTimedOut() throws Exception {
    List<OperationSpec> operations =
        List.of(
            Requests.operation(
                "select count(*) from item a, item b, item c, item d where a.id + b.id + c.id + d.id < 0"),
            Requests.operation("select 1"));
    try (BlockingDriver driver = open(TABLE, Duration.ofMillis(200), operations);
        Session session = driver.open(0)) {
      assertThat(session.execute(0, 1)).isSameAs(Outcome.TIMED_OUT);
      assertThat(session.execute(1, 2)).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void aLostConnectionEndsTheSessionAndCanBeOpenedAnew() throws Exception {
    try (BlockingDriver driver =
        open(TABLE, null, List.of(Requests.operation("select * from item")))) {
      Session session = driver.open(0);
      assertThat(session.execute(0, 1)).isEqualTo(Outcome.OK);
      try (Connection admin = DriverManager.getConnection(url);
          Statement kill = admin.createStatement();
          ResultSet killed =
              kill.executeQuery(
                  "select abort_session(max(session_id)) from information_schema.sessions"
                      + " where session_id <> session_id()")) {
        assertThat(killed.next()).isTrue();
      }
      assertThatThrownBy(() -> session.execute(0, 2))
          .isInstanceOf(SQLException.class)
          .hasMessageStartingWith("sql ");
      session.close();
      try (Session anew = driver.open(0)) {
        assertThat(anew.execute(0, 3)).isEqualTo(Outcome.OK);
      }
    }
  }

  @Test
  void refusesAWrongStatementBeforeTheRun() {
    assertThatThrownBy(
            () -> open(TABLE, null, List.of(Requests.operation("select nothing from item"))))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("select nothing from item")
        .hasMessageContaining("NOTHING");
  }

  @Test
  void saysWhichInitStatementFailed() {
    assertThatThrownBy(
            () -> open(List.of("create tabel x"), null, List.of(Requests.operation("select 1"))))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("init statement failed: create tabel x: ");
  }

  @Test
  void anInMemoryDatabaseOutlivesItsInit() throws Exception {
    try (BlockingDriver driver =
        open(TABLE, null, List.of(Requests.operation("select * from item", "expect-rows", 100L)))) {
      for (int n = 0; n < 3; n++) {
        try (Session session = driver.open(0)) {
          assertThat(session.execute(0, n)).isEqualTo(Outcome.OK);
        }
      }
      assertThat(driver.describe()).isEqualTo("H2 2.4.240 at " + url);
    }
  }

  private List<Integer> inserted(String sql, boolean prepared) throws Exception {
    List<String> init = List.of("create table log (id int)");
    try (BlockingDriver driver =
            open(init, null, List.of(Requests.operation(sql, "prepared", prepared)));
        Session session = driver.open(0);
        Connection reader = DriverManager.getConnection(url)) {
      for (int n = 0; n < 50; n++) {
        assertThat(session.execute(0, n)).isEqualTo(Outcome.OK);
      }
      List<Integer> values = new ArrayList<>();
      try (ResultSet rows = reader.createStatement().executeQuery("select id from log")) {
        while (rows.next()) {
          values.add(rows.getInt(1));
        }
      }
      return values;
    }
  }

  private BlockingDriver open(
      List<String> init, @Nullable Duration timeout, List<OperationSpec> operations)
      throws DriverException {
    return (BlockingDriver)
        new JdbcDriverProvider()
            .open(Requests.of(url, Map.of("init", init), timeout, Path.of("."), operations));
  }
}
