package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.LoadRun;
import dev.takt.load.engine.once.OnceListener;
import dev.takt.load.engine.once.OnceResult;
import dev.takt.load.engine.once.OnceRun;
import dev.takt.load.engine.once.Traffic;
import dev.takt.load.journey.User;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.testing.Timing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Journeys whose steps are statements and transactions, on an in-memory database.
@Timeout(60)
class JdbcJourneyTest {

  private static final List<DriverProvider> DRIVERS = List.of(new JdbcDriverProvider());
  private static final long MS = 1_000_000;

  @TempDir private Path folder;
  private String url = "";
  private Connection admin;

  @BeforeEach
  void open(TestInfo test) throws SQLException {
    url =
        "jdbc:h2:mem:journey-"
            + test.getTestMethod().orElseThrow().getName()
            + ";LOCK_TIMEOUT=20000";
    admin = DriverManager.getConnection(url);
    sql("create table account (id int primary key, name varchar(200), balance int)");
    sql("insert into account select x, 'n' || x, 100 from system_range(1, 10)");
  }

  @AfterEach
  void close() throws SQLException {
    sql("shutdown");
    admin.close();
  }

  private void sql(String text) throws SQLException {
    try (Statement statement = admin.createStatement()) {
      statement.execute(text);
    }
  }

  private List<String> column(String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = admin.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  private String one(String query) throws SQLException {
    return column(query).getFirst();
  }

  private Plan read(String plan) throws Exception {
    return new PlanReader(DRIVERS)
        .read(Files.writeString(folder.resolve("plan.yaml"), plan), Map.of());
  }

  private RunSummary run(String settings, String steps) throws Exception {
    return run(settings, steps, null);
  }

  /// @param during is run beside the load; null for nothing
  private RunSummary run(String settings, String steps, @Nullable Beside during) throws Exception {
    String head = "target: '" + url + "'\nself-warmup: 50ms\n" + settings;
    PlanLaunch launch =
        PlanLaunch.prepare(
            read(head + "\njourneys:\n  j:\n    steps:\n" + steps.indent(6)), DRIVERS);
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    try (Driver driver = launch.open(directory.path(), _ -> {})) {
      LoadRun run = new LoadRun(launch.settings(driver), directory, _ -> {});
      Thread beside =
          during == null
              ? null
              : Thread.ofPlatform()
                  .start(() -> {
                    try {
                      during.act(run);
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  });
      RunSummary summary = run.run();
      if (beside != null) {
        beside.join();
      }
      return summary;
    }
  }

  /// What happens beside a run.
  private interface Beside {
    void act(LoadRun run) throws Exception;
  }

  private List<OperationRecord> records() throws Exception {
    List<OperationRecord> records = new ArrayList<>();
    try (OperationTrace trace =
        OperationTrace.open(folder.resolve("run").resolve("operations.bin"))) {
      for (OperationRecord r = trace.next(); r != null; r = trace.next()) {
        records.add(r);
      }
    }
    return records;
  }

  private static JourneySummary journey(RunSummary run) {
    return run.results().allJourneys().getFirst();
  }

  private static Balance completed(long users) {
    return new Balance(users, users, 0, 0, 0, 0);
  }

  @Test
  void columnsOfRowsGoIntoLaterStatements() throws Exception {
    sql("create table seen (a varchar, b varchar, c varchar, d varchar, e varchar, f varchar)");
    RunSummary run =
        run(
            "rate: 100/s\ncount: 3\nconnections: 1",
            """
            - pick:
                sql: >
                  select id, balance * 1.5 as half, name, balance > 5 as rich, date '2026-11-28' as born,
                  cast(null as int) as nothing from account where id > 3 order by id
                extract: {id: $.id, third: '$[2].id', half: $.half, rich: $.rich, day: $.born, all: rows}
                check: [rows == 7, $.nothing == null, $.half > 149, $.rich == true, '$.name == "n4"']
            - keep: {sql: "insert into seen values ({id}, {third}, {half}, {rich}, {day}, 'of {all}')", check: rows == 1}
            """);

    assertThat(run.failures().counts()).isEmpty();
    assertThat(journey(run).balance()).isEqualTo(completed(3));
    assertThat(
            one("select a || ' ' || b || ' ' || c || ' ' || d || ' ' || e || ' ' || f from seen"))
        .isEqualTo("4 6 150.0 true 2026-11-28 of 7");
  }

  /// Values of users are data, whatever is in them.
  @Test
  void valuesAreNeverSql() throws Exception {
    List<String> hostile =
        List.of(
            "'; drop table account; --",
            "' or '1'='1",
            "\\'; shutdown; --",
            "a\"b`c$$d$$ ? {id} ?? \\",
            "1); delete from account; --",
            "\u0000null \u202e ünïcode 🐘",
            "");
    StringBuilder rows = new StringBuilder("text\n");
    hostile.forEach(each -> rows.append('"').append(each.replace("\"", "\"\"")).append("\"\n"));
    Files.writeString(folder.resolve("users.csv"), rows);
    sql("create table copy (alone varchar, inside varchar, again varchar)");

    RunSummary run =
        run(
            "rate: 200/s\ncount: 7\nusers: {file: users.csv, pick: unique}",
            """
            - put: {sql: "insert into copy values ({user.text}, 'it''s <{user.text}>', null)"}
            - get: {sql: 'select alone from copy where alone = {user.text}', extract: {back: $.alone}, check: rows == 1}
            - set: {sql: 'update copy set again = {back} where alone = {back}', check: rows == 1}
            """);

    assertThat(run.failures().counts()).isEmpty();
    assertThat(column("select alone from copy")).containsExactlyInAnyOrderElementsOf(hostile);
    assertThat(column("select again from copy")).containsExactlyInAnyOrderElementsOf(hostile);
    assertThat(column("select inside from copy"))
        .containsExactlyInAnyOrderElementsOf(
            hostile.stream().map(each -> "it's <" + each + ">").toList());
    assertThat(one("select count(*) from account")).isEqualTo("10");
  }

  /// The steps of other users, of whom there are many at once, are never in a user's transaction.
  @ParameterizedTest
  @ValueSource(strings = {"shared", "user"})
  void aTransactionHasOneConnectionFromBeginToCommit(String policy) throws Exception {
    sql("create table log (who bigint, session int, open int)");
    Files.writeString(
        folder.resolve("users.csv"),
        "n\n" + String.join("\n", IntStream.range(0, 40).mapToObj(i -> "" + i).toList()));
    String note = "sql: \"insert into log values ({user.n}, session_id(), 1)\"";
    RunSummary run =
        run(
            "rate: 500/s\ncount: 40\nconnections: 3\nconnection-policy: "
                + policy
                + "\nusers: {file: users.csv, pick: unique}",
            """
            - before: {sql: "select 1"}
            - begin: {transaction: begin}
            - one: {NOTE}
            - think: 3ms
            - two: {NOTE}
            - think: {uniform: 1ms..8ms}
            - three: {NOTE}
            - commit: {transaction: commit}
            - after: {sql: "select 1"}
            """
                .replace("NOTE", note));

    assertThat(journey(run).balance()).isEqualTo(completed(40));
    assertThat(column("select count(distinct session) * 10 + count(*) from log group by who"))
        .hasSize(40)
        .containsOnly("13");
    if (policy.equals("shared")) {
      assertThat(one("select count(distinct session) from log")).isEqualTo("3");
    } else {
      assertThat(one("select count(distinct session) from log")).isEqualTo("40");
    }
    assertThat(run.warnings()).noneMatch(each -> each.contains("rolled back"));
  }

  /// With one connection, a transaction of 60 ms holds it: the second user waits for its end, and
  /// its statements are as fast as ever.
  @Test
  @Timing
  void otherUsersWaitForTheConnectionOfATransaction() throws Exception {
    RunSummary run =
        run(
            "rate: 1000/s\ncount: 2\nconnections: 1",
            """
            - begin: {transaction: begin}
            - think: 60ms
            - one: {sql: "update account set balance = balance - 1 where id = 1"}
            - commit: {transaction: commit}
            """);
    assertThat(journey(run).balance()).isEqualTo(completed(2));
    List<OperationRecord> begins = records().stream().filter(r -> r.index() == 0).toList();
    assertThat(begins).hasSize(2);
    long end =
        records().stream()
            .filter(r -> r.index() == 2)
            .mapToLong(OperationRecord::end)
            .min()
            .orElse(0);
    OperationRecord second = begins.getLast();
    assertThat(second.start()).as("after the first commit").isGreaterThanOrEqualTo(end);
    assertThat(second.waiting()).isGreaterThan(55 * MS);
    assertThat(second.service()).isLessThan(20 * MS);
    assertThat(one("select balance from account where id = 1")).isEqualTo("98");
  }

  /// A user who fails within a transaction leaves nothing of it, and the next one has the
  /// connection as if nothing had been: what it does outside of transactions lasts.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "fail: {sql: 'insert into account values (1, null, 0)'} | sql 23505 unique violation",
        "fail: {sql: 'select id from account', check: rows == 3} | rows == 3",
        "fail: {sql: 'select id from account where id = 77', extract: {x: $.id}} | extract x: $.id matches nothing",
        "fail: {sql: 'select * from system_range(1, 100000)'} | over 10,000 rows, too many for a step",
        "fail: {sql: 'select id from account'}}, {abort: rows == 10 | ",
      })
  void aUserWhoEndsInATransactionIsRolledBack(String step, @Nullable String label)
      throws Exception {
    RunSummary run =
        run(
            "rate: 100/s\ncount: 6\nconnections: 1\nconnection-policy: shared",
            """
            - first: {sql: "update account set balance = balance + 1 where id = 1"}
            - begin: {transaction: begin}
            - take: {sql: "update account set balance = balance - 50 where id = 2", check: rows == 1}
            - repeat: {times: 1, steps: [{STEP}]}
            - commit: {transaction: commit}
            """
                .replace("STEP", step));

    assertThat(journey(run).balance()).isEqualTo(new Balance(6, 0, 6, 0, 0, 0));
    if (label != null) {
      assertThat(run.failures().counts()).isEqualTo(Map.of(label, 6L));
    }
    assertThat(one("select balance from account where id = 1")).isEqualTo("106");
    assertThat(one("select balance from account where id = 2")).isEqualTo("100");
    assertThat(run.warnings())
        .contains("6 transactions were rolled back, because their users ended before the commit");
  }

  @Test
  void aRollbackOfTheUserIsAStepAndNoWarning() throws Exception {
    RunSummary run =
        run(
            "rate: 100/s\ncount: 3",
            """
            - begin: {transaction: begin}
            - take: {sql: "update account set balance = 0"}
            - undo: {transaction: rollback}
            """);
    assertThat(journey(run).balance()).isEqualTo(completed(3));
    assertThat(one("select sum(balance) from account")).isEqualTo("1000");
    assertThat(run.warnings()).noneMatch(each -> each.contains("rolled back"));
  }

  /// The end of a run, or Ctrl-C, while users think in transactions and while a statement is under
  /// way: nothing of them stays, and each step has a state.
  @Timing
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void transactionsThatAreOpenAtTheEndAreRolledBack(boolean isStopped) throws Exception {
    sql("create table gone (id int)");
    RunSummary run =
        run(
            "rate: 50/s\nduration: "
                + (isStopped ? "30s" : "800ms")
                + "\ndrain: 0s\nconnections: 4",
            """
            - begin: {transaction: begin}
            - take: {sql: "insert into gone values (1)"}
            - think: 20s
            - commit: {transaction: commit}
            """,
            run1 -> {
              if (isStopped) {
                Thread.sleep(1000);
                run1.stop();
              }
            });
    Balance balance = journey(run).balance();
    assertThat(balance.isExact()).isTrue();
    assertThat(balance.unfinished()).isEqualTo(4);
    assertThat(balance.completed()).isZero();
    assertThat(one("select count(*) from gone")).isEqualTo("0");
    assertThat(run.warnings())
        .contains("4 transactions were rolled back, because their users ended before the commit");
    assertThat(column("select session_id from information_schema.sessions")).hasSize(1);
  }

  /// Another client holds the lock of a row until a known moment. With one connection, user `n`,
  /// who arrives `n` · 20 ms after the start, waits for the end of the lock: the first one in the
  /// statement, and all others for the connection.
  @Test
  @Timing
  void aLockedRowIsServiceForWhomItBlocksAndWaitForTheOthers() throws Exception {
    long[] released = new long[1];
    admin.setAutoCommit(false);
    sql("update account set balance = balance + 1 where id = 1");
    RunSummary run =
        run(
            "rate: 50/s\ncount: 10\nconnections: 1",
            """
            - begin: {transaction: begin}
            - take: {sql: "update account set balance = balance - 10 where id = 1"}
            - commit: {transaction: commit}
            """,
            _ -> {
              while (one("select count(blocker_id) from information_schema.sessions").equals("0")) {
                Thread.sleep(1);
              }
              Thread.sleep(400);
              released[0] = System.nanoTime();
              admin.commit();
              admin.setAutoCommit(true);
            });

    assertThat(journey(run).balance()).isEqualTo(completed(10));
    assertThat(one("select balance from account where id = 1")).isEqualTo("1");
    List<OperationRecord> records = records();
    OperationRecord blocked =
        records.stream().filter(r -> r.index() == 1).findFirst().orElseThrow();
    assertThat(blocked.start()).isLessThan(released[0]);
    assertThat(blocked.end()).isBetween(released[0], released[0] + 100 * MS);
    long lock = released[0] - blocked.start();
    assertThat(blocked.service()).isBetween(lock, lock + 100 * MS);
    assertThat(blocked.waiting()).isLessThan(50 * MS);
    List<OperationRecord> begins = records.stream().filter(r -> r.index() == 0).toList();
    assertThat(begins).hasSize(10);
    int waited = 0;
    for (OperationRecord each : begins.subList(1, 10)) {
      if (each.intended() < released[0]) {
        waited++;
        assertThat(each.start()).isGreaterThanOrEqualTo(released[0]);
        assertThat(each.waiting())
            .isBetween(released[0] - each.intended(), released[0] - each.intended() + 200 * MS);
      }
      assertThat(each.service()).isLessThan(50 * MS);
      assertThat(each.elapsed()).isEqualTo(each.waiting() + each.service());
    }
    assertThat(waited).isGreaterThan(3);
    // The waits are for the connection, and no lateness of the generator.
    assertThat(Objects.requireNonNull(run.generator().lateness()).p99()).isLessThan(200 * MS);
  }

  /// A begin and a commit have no answer. What is known from before decides what is next.
  @Test
  void variablesDecideAfterTheBeginAndEndOfTransactions() throws Exception {
    RunSummary run =
        run(
            "rate: 100/s\ncount: 5",
            """
            - pick: {sql: select name from account where id = 3, extract: {kind: $.name}}
            - begin: {transaction: begin}
            - bonus: {sql: update account set balance = balance + 1 where id = 1, if: kind == "n3"}
            - never: {sql: update account set balance = 0 where id = 2, if: kind == "gold"}
            - commit: {transaction: commit}
            - abort: kind == "n3"
            - never2: {sql: update account set balance = 0 where id = 2}
            """);
    assertThat(run.failures().counts()).isEmpty();
    assertThat(one("select balance from account where id = 1")).isEqualTo("105");
    assertThat(one("select balance from account where id = 2")).isEqualTo("100");
  }

  /// The time limit ends the step at once. Its connection is used again when the statement has come
  /// back and its transaction is rolled back.
  @Test
  @Timing
  void aStepThatTimesOutEndsTheUserAndItsTransaction() throws Exception {
    RunSummary run =
        run(
            "rate: 10/s\ncount: 3\nconnections: 1\ntimeout: 300ms",
            """
            - first: {sql: "update account set balance = balance + 1 where id = 1"}
            - begin: {transaction: begin}
            - take: {sql: "update account set balance = 0 where id = 2"}
            - slow: {sql: "select count(*) from account a, account b, account c, account d, account e, account f, account g, account h, account i where a.id + b.id + c.id + d.id + e.id + f.id + g.id + h.id + i.id < 0"}
            - commit: {transaction: commit}
            """);
    assertThat(journey(run).balance()).isEqualTo(new Balance(3, 0, 0, 3, 0, 0));
    List<OperationRecord> slow = records().stream().filter(r -> r.index() == 3).toList();
    assertThat(slow).hasSize(3).allMatch(r -> r.state() == OperationState.TIMED_OUT);
    // The limit counts from when the step was handed over, just before its call starts.
    assertThat(slow)
        .allSatisfy(r -> assertThat(r.end() - r.intended()).isGreaterThanOrEqualTo(299 * MS))
        .allSatisfy(r -> assertThat(r.service()).isLessThan(450 * MS));
    assertThat(one("select balance from account where id = 1")).isEqualTo("103");
    assertThat(one("select balance from account where id = 2")).isEqualTo("100");
  }

  /// A thousand characters in each of 5,000 rows are more than is kept. The number of rows is
  /// known.
  @Test
  void aResultThatIsTooLargeCannotBeReadButCounted() throws Exception {
    String many = "sql: \"select x as id, repeat('x', 1000) as t from system_range(1, 5000)\"";
    RunSummary run =
        run(
            "rate: 100/s\ncount: 2",
            "- count: {MANY, check: rows == 5000}\n- read: {MANY, extract: {id: $.id}}\n"
                .replace("MANY", many));
    assertThat(run.failures().counts())
        .isEqualTo(Map.of("extract id: the result is over 1 MiB, too large to be read", 2L));
  }

  /// Each user has a session of its own, and two while it sends steps at once. They are closed at
  /// its end.
  @Test
  void usersHaveSessionsOfTheirOwnForStepsAtOnce() throws Exception {
    sql("create table used (step varchar, session int)");
    RunSummary run =
        run(
            "rate: 50/s\ncount: 10\nconnection-policy: user",
            """
            - first: {sql: "insert into used values ('first', session_id())"}
            - parallel:
                at-once: 2
                steps:
                  - a: {sql: "insert into used values ('a', session_id())"}
                  - b: {sql: "insert into used values ('b', session_id())"}
                  - c: {sql: "insert into used values ('c', session_id())"}
            - last: {sql: "insert into used values ('last', session_id())"}
            """);
    assertThat(journey(run).balance()).isEqualTo(completed(10));
    assertThat(one("select count(*) from used")).isEqualTo("50");
    assertThat(one("select count(distinct session) from used where step = 'first'"))
        .isEqualTo("10");
    assertThat(one("select count(distinct session) from used")).isEqualTo("20");
    assertThat(column("select session_id from information_schema.sessions")).hasSize(1);
  }

  /// A closed population, whose users have to wait for each other.
  @Test
  void closedPopulationShareConnectionsInTransactions() throws Exception {
    RunSummary run =
        run(
            "users: 6\ncount: 60\nconnections: 2",
            """
            - begin: {transaction: begin}
            - take: {sql: "update account set balance = balance - 1 where id = {uniform:1..10}"}
            - think: 1ms
            - commit: {transaction: commit}
            - think: 2ms
            """);
    assertThat(journey(run).balance()).isEqualTo(completed(60));
    assertThat(one("select sum(balance) from account")).isEqualTo("940");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: {sql: select 1, check: status == 200} | 2:23: | has no status",
        "a: {sql: select 1, check: 'body == \"x\"'} | 2:23: | has no body",
        "a: {sql: select 1, check: size < 9} | 2:23: | has no size",
        "a: {sql: select 1, extract: {v: {header: x}}} | 2:23: | has no headers",
        "a: {sql: 'select {token}'} | 2: | placeholder {token} is not known",
        "a: {sql: select ?} | 2: | a ? has no value",
        "a: {sql: 'select {uniform:1..2}', prepared: false} | 2: | always bound",
        "a: {} | 2:25: | a statement is needed",
        "a: {sql: BEGIN} | 2:29: | make it a step of its own, such as {transaction: begin}",
        "a: {sql: 'select 1; /* x */ Commit work'} | 2:29: | make it a step of its own",
        "a: {sql: start transaction isolation level serializable} | 2:29: | make it a step",
        "a: {transaction: start} | 2:29: | expected begin, commit or rollback, found start",
        "`a: {transaction: begin, sql: select 1}}, {c: {transaction: commit}` | 2:29: | without sql",
        "`a: {transaction: begin, extract: {v: $.id}}}, {c: {transaction: commit}` | 2:58: | has nothing to read",
        "`a: {transaction: begin, check: rows == 1}}, {c: {transaction: commit}` | 2:56: | has nothing to read",
        "`a: {transaction: begin}}, {b: {sql: select 1, if: rows == 0}}, {c: {transaction: commit}` | 2:29: | has no rows for what comes after it",
        "`a: {transaction: begin}}, {c: {transaction: commit}}, {abort: $.id == 1` | 2:56: | has no $.id for what comes after it",
        "a: {transaction: commit} | 2:29: | no transaction is open here",
        "a: {transaction: rollback} | 2:29: | no transaction is open here",
        "a: {transaction: begin} | 2:29: | the journey ends with this transaction open",
        "`a: {transaction: begin}}, {b: {transaction: begin}}, {c: {transaction: commit}` | 2:56: | that a begins is still open",
        "`a: {transaction: begin}}, {parallel: {steps: [{b: {sql: select 1}}]}}, {c: {transaction: commit}` | 2: | within the transaction that a begins",
        "`a: {sql: select 1}}, {parallel: {steps: [{b: {transaction: begin}}]}` | 2:71: | is not possible in parallel",
        "`a: {sql: select 1}}, {b: {transaction: begin, if: random < 0.5}}, {c: {transaction: commit}` | 2:51: | cannot depend on an if",
        "`a: {transaction: begin}}, {if: {when: random < 0.5, steps: [{b: {transaction: commit}}]}` | 2:56: | after this the transaction of a is open for some users only",
        "`a: {sql: select 1}}, {repeat: {times: 2, steps: [{b: {transaction: begin}}]}` | 2:55: | after this the transaction of b is open for some users only",
        "`a: {transaction: begin}}, {choose: [{weight: 1, steps: [{b: {transaction: commit}}]}, {weight: 1, steps: []}]` | 2:111: | after this the transaction of a is open for some users only",
      })
  void whatCannotWorkIsFoundBeforeTheRun(String step, String place, String message) {
    PlanException problem =
        catchThrowableOfType(
            PlanException.class,
            () -> read("target: 'jdbc:h2:mem:x'\njourneys: {j: {steps: [{" + step + "}]}}\n"));
    assertThat(problem.problems()).singleElement().asString().contains(message).contains(place);
  }

  /// Transactions that are the same for all users, whatever they decide.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "- if: {when: random < 0.5, steps: [{b: {transaction: begin}}, {c: {transaction: commit}}]}",
        "- b: {transaction: begin}\n- abort: random < 0.5\n- c: {transaction: rollback}",
        "- b: {transaction: begin}\n- choose: [{weight: 1, steps: [{c: {transaction: commit}}]}, {weight: 1, steps: [{d: {transaction: rollback}}]}]",
        "- group: {name: g, steps: [{b: {transaction: begin}}, {r: {sql: ROLLBACK TO SAVEPOINT x}}]}\n- c: {transaction: commit}",
        "- repeat: {times: 3, steps: [{b: {transaction: begin}}, {c: {transaction: commit}}]}",
      })
  void whatEveryUserEndsIsAllowed(String steps) throws Exception {
    String plan =
        "target: 'jdbc:h2:mem:x'\njourneys:\n  j:\n    steps:\n      - a: {sql: select 1}\n";
    assertThat(read(plan + steps.indent(6)).operationNames()).contains("j.a", "j.b", "j.c");
  }

  /// What `--once --trace` shows: the statement, the values by the names of variables, and the rows
  /// also of a step that reads none.
  @Test
  void onceShowsStatementsTheirValuesAndRows() throws Exception {
    PlanLaunch launch =
        PlanLaunch.prepare(
            read(
                "target: '"
                    + url
                    + "'\njourneys:\n  j:\n    steps:\n"
                    + """
                    - begin: {transaction: begin}
                    - pick: {sql: 'select id, name from account where id = {uniform:3..3}', extract: {id: $.id}}
                    - take: {sql: "update account set name = 'it''s {id}' where id = {id} or id = 4"}
                    - see: {sql: 'select name from account where id = {id}'}
                    - fail: {sql: select 1 / 0}
                    - commit: {transaction: commit}
                    """
                        .indent(6)),
            DRIVERS);
    List<String> seen = new ArrayList<>();
    try (Driver driver = launch.open(folder, _ -> {})) {
      OnceResult result = new OnceRun(launch.settings(driver), 0, new OnceTexts(seen)).run();
      assertThat(result.failures())
          .containsExactly(new OnceResult.Failure(5, "fail", "sql 22012 division by zero"));
    }
    assertThat(seen)
        .containsExactly(
            "> BEGIN",
            "< done",
            "> select id, name from account where id = ?\n{\"?1\": 3}",
            "< {\"id\": 3, \"name\": \"n3\"}\n(1 row)",
            "id = 3",
            "> update account set name = ? where id = ? or id = 4\n{\"id\": \"it's 3\", \"?2.id\": \"3\"}",
            "< (2 rows changed)",
            "> select name from account where id = ?\n{\"id\": \"3\"}",
            "< {\"name\": \"it's 3\"}\n(1 row)",
            "> select 1 / 0");
    assertThat(one("select name from account where id = 3")).as("rolled back").isEqualTo("n3");
  }

  private record OnceTexts(List<String> seen) implements OnceListener {
    @Override
    public void arrived(User user) {}

    @Override
    public void learned(String variable, byte[] value, boolean isSecret) {}

    @Override
    public void began(String name, long nanos) {}

    @Override
    public void requested(Traffic request) {
      seen.add("> " + new String(request.bytes(), StandardCharsets.UTF_8));
    }

    @Override
    public void answered(Traffic answer, long firstNanos, long nanos) {
      assertThat(firstNanos).isEqualTo(NOT_KNOWN);
      assertThat(nanos).isPositive();
      seen.add("< " + new String(answer.bytes(), StandardCharsets.UTF_8));
    }

    @Override
    public void ended(Outcome outcome, long nanos) {}

    @Override
    public void extracted(String variable, byte[] value, boolean isSecret) {
      seen.add(variable + " = " + new String(value, StandardCharsets.UTF_8));
    }

    @Override
    public void checked(String check, @Nullable String failure, String found) {}

    @Override
    public void decided(String what) {}

    @Override
    public void thinks(long nanos) {}

    @Override
    public void aborted(String condition) {}
  }

  @Test
  void theExampleIsAPlan() throws Exception {
    Plan plan = new PlanReader(DRIVERS).read(Path.of("../../examples/transfer.yaml"), Map.of());
    assertThat(plan.operationNames()).contains("transfer.begin", "transfer.commit", "look.total");
  }

  @Test
  void transactionIsForSteps() {
    PlanException problem =
        catchThrowableOfType(
            PlanException.class,
            () -> read("target: 'jdbc:h2:mem:x'\noperations: [{name: a, transaction: begin}]\n"));
    assertThat(problem.problems()).singleElement().asString().contains("for steps of journeys");
  }

  @Test
  void planIsWrittenAsItIsRead() throws Exception {
    Plan plan =
        read(
            """
            target: 'jdbc:h2:mem:x'
            count: 1
            journeys:
              j:
                steps:
                  - begin: {transaction: begin}
                  - a: {sql: 'select {uniform:1..3} as id', extract: {id: $.id, n: rows}, check: rows == 1}
                  - b: {sql: 'select {id}'}
                  - commit: {transaction: commit}
            """);
    assertThat(plan.operationNames()).containsExactly("j.begin", "j.a", "j.b", "j.commit");
    Path written = Files.writeString(folder.resolve("again.yaml"), PlanWriter.yaml(plan));
    assertThat(PlanWriter.yaml(new PlanReader(DRIVERS).read(written, Map.of())))
        .isEqualTo(PlanWriter.yaml(plan))
        .contains("transaction: begin", "\"n\": rows", "rows == 1");
  }
}
