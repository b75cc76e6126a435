package dev.takt.it.truth;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summarizingLong;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.sim.model.SquareWave;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.targets.Http2SquareWave;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.testing.HostMeter;
import dev.takt.testing.SquareWaveOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A real server that is frozen for 200 ms of every 2 s, over real HTTP. Whatever the number of
/// connections, the response time must be that of the closed form. With one connection hardly any
/// request meets a freeze, so the service time says that all is well: coordinated omission.
@Tag("timing")
class SquareWaveTest {

  private static final long MS = 1_000_000;
  private static final long PERIOD = 2000 * MS;
  private static final long FREEZE = 200 * MS;
  private static final long LAST_FIRST_FREEZE = PERIOD - 2 * FREEZE;
  private static final long TOLERANCE = 2 * MS;
  private static final int RATE = 1000;
  private static final int PER_PERIOD = 2000;

  @TempDir private Path directory;

  /// The first drains of a cold JVM take longer.
  @BeforeAll
  static void compileWhatIsMeasured(@TempDir Path folder) throws Exception {
    for (String transport : List.of("epoll", "nio")) {
      try (var target = new dev.takt.it.targets.SquareWave()) {
        Takt.measure(
            folder,
            "--target=" + target.url(),
            "--rate=" + RATE + "/s",
            "--duration=3s",
            "--connections=16",
            "--transport=" + transport,
            "--format=json");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, epoll", "500, epoll", "16, nio"})
  void responseTimeIsThatOfTheClosedForm(int connections, String transport) throws Exception {
    check(connections, transport, 3);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({"1, epoll", "16, epoll", "500, epoll", "1, nio", "16, nio"})
  void responseTimeIsThatOfTheClosedFormInALongRun(int connections, String transport)
      throws Exception {
    check(connections, transport, 5);
  }

  @ParameterizedTest
  @ValueSource(ints = 100)
  void responseTimeOverHttp2IsThatOfTheClosedForm(int streams) throws Exception {
    checkHttp2(false, streams, 3);
  }

  @Test
  @Tag("slow")
  void responseTimeOverGrpcIsThatOfTheClosedForm() throws Exception {
    checkHttp2(true, 100, 3);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {1, 10, 100})
  void responseTimeOverHttp2IsThatOfTheClosedFormInALongRun(int streams) throws Exception {
    checkHttp2(false, streams, 5);
    checkHttp2(true, streams, 5);
  }

  /// All streams are on one connection, which carries as many requests as that many connections.
  private void checkHttp2(boolean isGrpc, int streams, int periods) throws Exception {
    Path proto =
        Files.writeString(
            directory.resolve("shop.proto"),
            """
            syntax = "proto3";
            package shop;
            message Nothing {}
            service Items { rpc Get(Nothing) returns (Nothing); }
            """);
    int count = periods * PER_PERIOD;
    Attempts.of(
        TOLERANCE,
        host -> {
          try (var target =
              new Http2SquareWave(isGrpc, Duration.ofNanos(PERIOD), Duration.ofNanos(FREEZE))) {
            String call = target.url().replace("http:", "grpc:") + "shop.Items/Get";
            Ran run =
                Takt.measure(
                    directory,
                    "--target=" + (isGrpc ? call : target.url()),
                    isGrpc ? "--proto=" + proto : "--http=2",
                    "--streams=" + streams,
                    "--connections=1",
                    "--rate=" + RATE + "/s",
                    "--duration=" + 2 * periods + "s",
                    "--format=json");
            assertThat(run.printedSummary().results().balance())
                .isEqualTo(new Balance(count, count, 0, 0, 0, 0));
            assertThat(target.answers()).isEqualTo(count);
            judge(run, count, streams, target.originNanoTime(), host);
          }
        });
  }

  private void check(int connections, String transport, int periods) throws Exception {
    int count = periods * PER_PERIOD;
    Attempts.of(
        TOLERANCE,
        host -> {
          try (var target = new dev.takt.it.targets.SquareWave()) {
            Ran run =
                Takt.measure(
                    directory,
                    "--target=" + target.url(),
                    "--rate=" + RATE + "/s",
                    "--duration=" + 2 * periods + "s",
                    "--connections=" + connections,
                    "--transport=" + transport,
                    "--format=json");
            assertThat(run.printedSummary().results().balance())
                .isEqualTo(new Balance(count, count, 0, 0, 0, 0));
            assertThat(target.requests()).isEqualTo(count);
            judge(run, count, connections, target.originNanoTime(), host);
          }
        });
  }

  /// The same load from five machines, which are processes here, with a connection each.
  @Test
  @Tag("slow")
  void fiveMachinesTogetherHaveTheClosedForm() throws Exception {
    for (int starts = 1; !fiveMachinesBeginInQuiet(); starts++) {
      assertThat(starts).as("runs that began just before a freeze").isLessThan(6);
    }
  }

  /// A fleet agrees on its start itself, so a run may begin where the whole periods are not quiet
  /// at their ends, which one in five does: then it decides nothing.
  ///
  /// @return whether it was judged
  private boolean fiveMachinesBeginInQuiet() throws Exception {
    int periods = 4;
    int count = periods * PER_PERIOD;
    AtomicBoolean isJudged = new AtomicBoolean();
    Attempts.of(
        TOLERANCE,
        host -> {
          try (var target = new dev.takt.it.targets.SquareWave();
              TaktProcess takt =
                  TaktProcess.measure(
                      directory,
                      "--target=" + target.url(),
                      "--rate=" + RATE + "/s",
                      "--duration=" + 2 * periods + "s",
                      "--connections=1",
                      "--fleet=local:5",
                      "--format=json")) {
            Ran run = takt.await();
            assertThat(run.printedSummary().results().balance())
                .isEqualTo(new Balance(count, count, 0, 0, 0, 0));
            assertThat(target.requests()).isEqualTo(count);
            if (firstFreeze(run, target.originNanoTime()) < LAST_FIRST_FREEZE) {
              judge(run, count, 5, target.originNanoTime(), host);
              isJudged.set(true);
            }
          }
        });
    return isJudged.get();
  }

  private static long firstFreeze(Ran run, long targetOrigin) {
    long origin = Objects.requireNonNull(run.record().timeBase().originNanoTime());
    return Math.floorMod(targetOrigin - origin, PERIOD);
  }

  private static void judge(Ran run, int count, int connections, long targetOrigin, HostMeter host)
      throws Exception {
    RunSummary summary = run.printedSummary();
    List<OperationRecord> operations = run.operationsByIntended();
    assertThat(operations).hasSize(count);
    Distribution response = Objects.requireNonNull(summary.results().total().response());
    Distribution service = summary.results().total().service();
    assertThat(response.count()).isEqualTo(count);
    assertThat(service.count()).isEqualTo(count);
    assertPrintedIsTraced(response, Sample.of(operations, OperationRecord::elapsed));
    assertPrintedIsTraced(service, Sample.of(operations, OperationRecord::service));

    long first = firstFreeze(run, targetOrigin);
    assertThat(first).as("first freeze, within a whole period").isLessThan(LAST_FIRST_FREEZE);
    SquareWave wave = new SquareWave(PERIOD, FREEZE, first);
    // One operation in ten falls into a freeze: p90 is at the very edge, where a millisecond of
    // noise
    // in a period moves it by a millisecond. So it is looked at period by period.
    Periods.assertSome(
        operations, PER_PERIOD, period -> assertPeriodIsTrue(period, wave, connections));
    if (!host.isBusy()) {
      assertTrue(operations, wave, 50, 99, 99.9);
      assertThat(summary.generator().verdict()).isEqualTo(Verdict.OK);
      assertThat(run.code()).isZero();
    }
  }

  private static void assertPrintedIsTraced(Distribution printed, Sample traced) {
    assertNear(printed.p50(), traced.percentile(50));
    assertNear(printed.p90(), traced.percentile(90));
    assertNear(printed.p99(), traced.percentile(99));
    assertNear(printed.p999(), traced.percentile(99.9));
    assertNear(printed.max(), traced.percentile(100));
  }

  /// Within the histogram's precision.
  private static void assertNear(long printed, long traced) {
    assertThat((double) printed).isBetween(traced * 0.999, traced * 1.001);
  }

  private static void assertPeriodIsTrue(
      List<OperationRecord> period, SquareWave wave, int connections) {
    assertTrue(period, wave, 50, 90, 99, 99.9);
    if (connections == 1) {
      Sample service = Sample.of(period, OperationRecord::service);
      assertThat(service.percentile(99)).as("p99 of service: %s", service).isLessThan(MS);
    }
  }

  private static void assertTrue(
      List<OperationRecord> operations, SquareWave wave, double... percentiles) {
    // One thread answers: over however many connections, the backlog drains one by one.
    long service = drainStep(operations, wave);
    SquareWaveOracle oracle =
        SquareWaveOracle.replay(RATE, 1, start -> wave.endOf(start, service), operations.size());
    Sample response = Sample.of(operations, OperationRecord::elapsed);
    for (double p : percentiles) {
      assertThat(response.percentile(p))
          .as("p%s of %s", p, response)
          .isCloseTo(oracle.responsePercentile(p), Offset.offset(TOLERANCE));
    }
  }

  /// From one answer to the next while the backlog of a freeze drains, in the median of the
  /// freezes.
  private static long drainStep(List<OperationRecord> operations, SquareWave wave) {
    long origin = operations.getFirst().intended();
    Map<Long, LongSummaryStatistics> drains =
        operations.stream()
            .filter(o -> Math.floorMod(o.intended() - origin - wave.first(), PERIOD) < FREEZE)
            .collect(
                groupingBy(
                    o -> Math.floorDiv(o.intended() - origin - wave.first(), PERIOD),
                    summarizingLong(OperationRecord::end)));
    long[] steps =
        drains.values().stream()
            .mapToLong(ends -> (ends.getMax() - ends.getMin()) / (ends.getCount() - 1))
            .sorted()
            .toArray();
    long step = steps[steps.length / 2];
    assertThat(step).as("from answer to answer").isLessThan(MS / 5);
    return step;
  }
}
