package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.engine.LoadRun;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is in no step's time, with a database whose times are known.
class SlowDatabaseTest {

  private static final long MS = 1_000_000;
  private static final List<DriverProvider> DRIVERS = List.of(new JdbcDriverProvider());

  @TempDir private Path folder;

  private RunSummary run(String plan, Runnable beside) throws Exception {
    PlanLaunch launch =
        PlanLaunch.prepare(
            new PlanReader(DRIVERS)
                .read("p", "target: 'jdbc:slow:mem:slow'\nself-warmup: 50ms\n" + plan),
            DRIVERS);
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    try (Driver driver = launch.open(directory.path(), _ -> {})) {
      LoadRun run = new LoadRun(launch.settings(driver), directory, _ -> {});
      Thread other = Thread.ofPlatform().start(beside);
      RunSummary summary = run.run();
      other.join();
      return summary;
    }
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

  /// A closed population without think times has no wait times: the rollbacks would be nowhere.
  @Test
  void rollbacksOfUsersWhoDoNotThinkAreSaid() throws Exception {
    try (SlowDatabase _ = SlowDatabase.register(40 * MS)) {
      RunSummary run =
          run(
              """
              users: 1
              count: 5
              journeys:
                j:
                  steps:
                    - begin: {transaction: begin}
                    - fail: {sql: select 1, check: rows == 2}
                    - commit: {transaction: commit}
              """,
              () -> {});
      String times =
          run.warnings().stream()
              .filter(each -> each.startsWith("the rollbacks took"))
              .findFirst()
              .orElseThrow();
      Matcher found =
          Pattern.compile(
                  "the rollbacks took ([\\d.]+) ms on average, at most ([\\d.]+) ms: that is in the"
                      + " wait times of who needed the connections, and in no time of users who do"
                      + " not think")
              .matcher(times);
      assertThat(found.matches()).as(times).isTrue();
      assertThat(Double.parseDouble(found.group(1))).isBetween(40.0, 60.0);
      assertThat(Double.parseDouble(found.group(2)))
          .isBetween(Double.parseDouble(found.group(1)), 100.0);
      assertThat(run.warnings())
          .contains("5 transactions were rolled back, because their users ended before the commit");
    }
  }

  /// A database is down for 1.2 s. Attempts to connect are 10, 20, 40, 80, 160, 320 and 500 ms
  /// apart. These pauses are wait times: no call took that long.
  @Test
  void thePauseBeforeAReconnectIsInNoCall() throws Exception {
    try (SlowDatabase database = SlowDatabase.register(0)) {
      RunSummary run =
          run(
              """
              rate: 100/s
              duration: 2200ms
              connections: 1
              journeys:
                j:
                  steps:
                    - begin: {transaction: begin}
                    - end: {transaction: commit}
              """,
              () -> {
                try {
                  TimeUnit.MILLISECONDS.sleep(500);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                database.fail(1200 * MS);
              });
      assertThat(run.results().balance().failed()).isBetween(6L, 11L);
      List<OperationRecord> during =
          records().stream()
              .dropWhile(each -> each.state() != OperationState.FAILED)
              .filter(each -> each.index() == 0) // the step that connects
              .limit(20)
              .toList();
      assertThat(during).hasSize(20).allMatch(each -> each.service() < 250 * MS);
      assertThat(during).anyMatch(each -> each.start() - each.intended() > 400 * MS);
      assertThat(run.results().balance().completed()).isGreaterThan(200);
    }
  }

  /// The database needs 200 ms after each commit. The next step on the connection waits for that,
  /// which is not the generator's fault, whosever step it is.
  @ParameterizedTest
  @CsvSource({"user, 8", "shared, 1"})
  void whatADatabaseDoesAfterACommitIsNoLateness(String policy, int connections) throws Exception {
    try (SlowDatabase database = SlowDatabase.register(0)) {
      database.endTransactionsFor(200 * MS);
      RunSummary run =
          run(
              "rate: 10/s\ncount: 5\nconnections: "
                  + connections
                  + "\nconnection-policy: "
                  + policy
                  + """

                  journeys:
                    j:
                      steps:
                        - begin: {transaction: begin}
                        - commit: {transaction: commit}
                        - after: {sql: select 1}
                  """,
              () -> {});

      assertThat(run.results().balance().completed()).isEqualTo(15);
      assertThat(Objects.requireNonNull(run.generator().lateness()).max()).isLessThan(100 * MS);
      List<Long> waits = new ArrayList<>();
      try (OperationTrace trace =
          OperationTrace.open(folder.resolve("run").resolve("operations.bin"))) {
        while (trace.next() != null) {
          // To the end of the file.
        }
        for (int user = 0; user < 5; user++) {
          waits.add(trace.connectionWaits().nanos(user * 3L + 2));
        }
      }
      assertThat(waits).allMatch(each -> each >= 190 * MS);
    }
  }
}
