package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.targets.CqlServer;
import dev.takt.runs.model.Balance;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.trace.OperationRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The process of a server is stopped in a run of `takt cassandra-stress`. `fixed=` has the
/// response time of the closed form. `throttle=` has the service time, in which only the operations
/// in flight meet the stop.
@EnabledOnOs(OS.LINUX) // for the numbers of the signals
@Tag("timing")
class StoppedCassandraTest {

  private static final long MS = 1_000_000;
  private static final Offset<Long> TOLERANCE = Offset.offset(15 * MS);
  private static final long MAX_SERVICE = 10 * MS;
  private static final int THREADS = 16;

  @TempDir private Path directory;

  @Test
  void fixedRateHasTheResponseTimeOfTheClosedForm() throws Exception {
    assertResponse(3000, 500);
  }

  @Test
  @Tag("slow")
  void fixedRateHasTheResponseTimeOfTheClosedFormInALongRun() throws Exception {
    assertResponse(12_000, 2000);
  }

  private void assertResponse(int count, int stoppedMillis) throws Exception {
    Attempts.of(_ -> {
      Run run = run("fixed=1000/s", count, stoppedMillis);
      assertThat(run.ran.code()).as(run.ran.err()).isIn(0, 5);
      assertThat(run.printed("95th percentile")).isCloseTo(run.response95(MS), TOLERANCE);
      assertThat(run.printed("max")).isCloseTo(run.stopped(), TOLERANCE);
    });
  }

  @Test
  void throttledRateHasTheServiceTime() throws Exception {
    assertService(3000, 500);
  }

  @Test
  @Tag("slow")
  void throttledRateHasTheServiceTimeInALongRun() throws Exception {
    assertService(12_000, 2000);
  }

  private void assertService(int count, int stoppedMillis) throws Exception {
    Attempts.of(_ -> {
      Run run = run("throttle=1000/s", count, stoppedMillis);
      assertThat(run.ran.code()).as(run.ran.err()).isIn(0, 5);
      assertThat(run.printed("95th percentile")).isLessThan(MAX_SERVICE);
      assertThat(run.printed("max")).isCloseTo(run.stopped(), TOLERANCE);
      assertThat(run.operations.stream().filter(each -> each.service() > run.stopped() / 2))
          .as("in flight while the server was stopped")
          .hasSize(THREADS);
    });
  }

  @Test
  void noOperationFails() throws Exception {
    assertNoneFails(9000, 375);
  }

  @Test
  @Tag("slow")
  void noOperationFailsInALongRun() throws Exception {
    assertNoneFails(36_000, 1500);
  }

  private void assertNoneFails(int count, int stoppedMillis) throws Exception {
    Ran ran = run("fixed=3000/s", count, stoppedMillis).ran;
    assertThat(ran.balance()).isEqualTo(new Balance(count, count, 0, 0, 0, 0));
    assertThat(ran.out()).containsPattern("Total errors +: +0 ");
  }

  /// Runs with a server that is stopped after a second.
  private Run run(String rate, int count, int stoppedMillis) throws Exception {
    Path folder = Files.createTempDirectory(directory, "run");
    try (CqlServer server = new CqlServer();
        TaktProcess takt = TaktProcess.command(folder, line(rate, count, server.port()))) {
      long from = takt.awaitOrigin() + 1000 * MS;
      long to = from + stoppedMillis * MS;
      assertThat(from).as("the stop, to come").isGreaterThan(System.nanoTime());
      new Freezer(server.process()).freeze(from, to);
      Ran ran = takt.await();
      return new Run(ran, ran.operationsByIntended(), from, to);
    }
  }

  private static List<String> line(String rate, int count, int port) {
    String line =
        EnglishText.format(
            "cassandra-stress write no-warmup n=%d -rate threads=%d %s -port native=%d"
                + " -mode native cql3 protocolVersion=4 --out run --stress-data 4.x --no-report"
                + " --format cassandra-stress",
            count, THREADS, rate, port);
    return List.of(line.split(" ", -1));
  }

  /// @param operations in the order in which they were due
  private record Run(Ran ran, List<OperationRecord> operations, long from, long to) {

    long stopped() {
      return to - from;
    }

    /// The 95th percentile of the closed form: operation `n` of those that were due in the stop has
    /// waited for its rest, and for `n` answers. The first ones have waited longest; they are those
    /// above the percentile.
    ///
    /// @param period from one operation to the next
    long response95(long period) {
      List<OperationRecord> due =
          operations.stream()
              .filter(each -> each.intended() >= from && each.intended() < to)
              .toList();
      long drained = due.stream().mapToLong(OperationRecord::end).max().orElseThrow() - to;
      long answer = drained / due.size();
      assertThat(answer).as("from answer to answer").isLessThan(period / 2);
      int above = operations.size() / 20;
      return stopped() - above * (period - answer);
    }

    /// A latency of the results, in nanoseconds.
    long printed(String name) {
      Matcher line = Pattern.compile("Latency " + name + " +: +([\\d.]+) ms").matcher(ran.out());
      assertThat(line.find()).as(ran.out()).isTrue();
      return Math.round(Double.parseDouble(Objects.requireNonNull(line.group(1))) * MS);
    }
  }
}
