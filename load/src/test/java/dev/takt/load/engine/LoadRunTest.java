package dev.takt.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.config.RunSettings;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedules;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.runs.trace.TraceBlock;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole runs, into a real directory.
@Timeout(60)
class LoadRunTest {

  private static final long MS = 1_000_000;

  @TempDir private Path temp;

  private RunDirectory directory() throws IOException {
    return RunDirectory.create(temp.resolve("run"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void filesAndSummarySayTheSame(boolean blocking) throws Exception {
    RunSettings settings = new RunSettings();
    settings.driver =
        blocking
            ? new TestDrivers.Blocking(n -> n % 10 == 7 ? TestDrivers.FAILED : Outcome.OK)
            : new TestDrivers.Async(2 * MS, n -> n % 10 == 7 ? TestDrivers.FAILED : Outcome.OK);
    settings.schedule = Schedules.constant(Rate.perSecond(2000));
    settings.durationNanos = 700 * MS;
    settings.warmupNanos = 200 * MS;
    RunDirectory directory = directory();
    LoadRun run = new LoadRun(settings.build(), directory, progress -> {});
    RunSummary summary = run.run();

    assertThat(run.storageFailures()).isEmpty();
    assertThat(summary.execution().complete()).isTrue();
    assertThat(summary.warnings()).noneMatch(w -> w.contains("add up"));
    assertThat(summary.results().warmup()).isEqualTo(new Balance(400, 360, 40, 0, 0, 0));
    assertThat(summary.results().balance()).isEqualTo(new Balance(1000, 900, 100, 0, 0, 0));
    assertThat(summary.failures().counts()).isEqualTo(Map.of("unlucky", 100L));
    assertThat(summary.results().total().statuses()).isNull();
    assertThat(summary.results().rate().intended()).isEqualTo(2000.0);
    assertThat(Objects.requireNonNull(summary.results().total().response()).count()).isEqualTo(900);
    assertThat(summary.results().total().service().count()).isEqualTo(900);

    Map<String, Histogram> log = readLog(directory.latencyLog());
    assertThat(log).containsKeys("warmup:read-rt", "warmup:generator:lateness-lt");
    Histogram response = Objects.requireNonNull(log.get("read-rt"));
    assertThat(response.getTotalCount()).isEqualTo(900);
    assertThat(response.getValueAtPercentile(99))
        .isEqualTo(summary.results().total().response().p99());
    assertThat(response.getMaxValue()).isEqualTo(summary.results().total().response().max());
    assertThat(Objects.requireNonNull(log.get("read:failed-rt")).getTotalCount()).isEqualTo(100);

    Histogram traced = new Histogram(Long.MAX_VALUE / 2, 3);
    List<OperationRecord> records = readTrace(directory.operationTrace());
    assertThat(records).hasSize(1400);
    long measureFrom =
        Objects.requireNonNull(directory.read().timeBase().originNanoTime()) + 200 * MS;
    for (OperationRecord r : records) {
      if (r.intended() >= measureFrom && r.state() == OperationState.COMPLETED) {
        traced.recordValue(r.elapsed());
      }
    }
    assertThat(traced.getTotalCount()).isEqualTo(900);
    assertThat(traced.getValueAtPercentile(99)).isEqualTo(response.getValueAtPercentile(99));

    assertThat(directory.read().state()).isEqualTo(RunRecord.State.FINISHED);
    assertThat(directory.read().summary()).isEqualTo(summary);
    assertThat(run.distributions().of("read", Measure.RESPONSE).totalCount()).isEqualTo(900);
  }

  @Test
  void answersAreCountedByTheirStatusWhetherTheySucceedOrNot() throws Exception {
    RunSettings settings = new RunSettings();
    Outcome notFound = Outcome.failed("status 404", 404);
    Outcome ok = Outcome.ok(200);
    settings.driver =
        new TestDrivers.Async(
            MS, n -> n % 10 == 7 ? notFound : n % 10 == 8 ? TestDrivers.FAILED : ok);
    settings.schedule = Schedules.constant(Rate.perSecond(2000));
    settings.durationNanos = 300 * MS;
    settings.warmupNanos = 100 * MS;

    RunSummary summary = new LoadRun(settings.build(), directory(), progress -> {}).run();

    assertThat(summary.results().operations().getFirst().statuses())
        .isEqualTo(Map.of("200", 320L, "404", 40L));
    assertThat(summary.results().total().statuses()).isEqualTo(Map.of("200", 320L, "404", 40L));
  }

  static Map<String, Histogram> readLog(Path file) throws IOException {
    Map<String, Histogram> sums = new TreeMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        if (interval instanceof Histogram histogram) {
          sums.computeIfAbsent(histogram.getTag(), tag -> new Histogram(3)).add(histogram);
        }
      }
    }
    return sums;
  }

  /// With a placeholder for the trace context, the trace has the numbers that the driver saw:
  /// whatever fails has the number of an operation that should fail.
  @ParameterizedTest
  @CsvSource({"false, FIXED", "true, FIXED", "false, THROUGHPUT", "true, THROUGHPUT"})
  void numbersInTheTraceAreThoseOfTheDriver(boolean blocking, RateMode mode) throws Exception {
    RunSettings settings = new RunSettings();
    settings.operations = TRACED;
    TestDrivers.Answers answers = n -> n % 16 == 5 ? TestDrivers.FAILED : Outcome.OK;
    settings.driver =
        blocking
            ? new TestDrivers.Blocking(answers)
            : new TestDrivers.Async(n -> n % 7 * MS / 2, answers);
    settings.mode = mode;
    settings.schedule =
        mode.hasSchedule()
            ? Schedules.limited(Schedules.constant(Rate.perSecond(4000)), Long.MAX_VALUE, 2_000)
            : null;
    settings.threads = 2;
    settings.count = 2_000;
    RunDirectory directory = directory();
    new LoadRun(settings.build(), directory, progress -> {}).run();

    Map<Long, OperationState> states = readNumbers(directory.operationTrace());
    assertThat(states.keySet()).isEqualTo(numbersBelow(2_000));
    states.forEach((n, state) ->
        assertThat(state == OperationState.FAILED).as("%d", n).isEqualTo(n % 16 == 5));
  }

  private static final String TRACED = "[{name: read, header: ['traceparent: {traceparent}']}]";

  private static Set<Long> numbersBelow(long count) {
    return LongStream.range(0, count).boxed().collect(Collectors.toSet());
  }

  /// The state of each operation, by its number.
  private static Map<Long, OperationState> readNumbers(Path file) throws IOException {
    Map<Long, OperationState> states = new HashMap<>();
    try (OperationTrace trace = OperationTrace.open(file)) {
      TraceBlock block = new TraceBlock();
      while (trace.read(block)) {
        boolean isWhole =
            block.forEach((_, _, _, _, state, number) ->
                assertThat(states.put(number, OperationState.ofCode(state))).isNull());
        assertThat(isWhole).isTrue();
      }
    }
    return states;
  }

  static List<OperationRecord> readTrace(Path file) throws IOException {
    List<OperationRecord> records = new ArrayList<>();
    try (OperationTrace trace = OperationTrace.open(file)) {
      for (OperationRecord r = trace.next(); r != null; r = trace.next()) {
        records.add(r);
      }
    }
    return records;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsNeverSentIsAllInTheTrace(boolean blocking) throws Exception {
    RunSettings settings = new RunSettings();
    CountDownLatch never = new CountDownLatch(1);
    settings.driver =
        blocking
            ? new TestDrivers.Blocking(n -> {
              never.await();
              return Outcome.OK;
            })
            : new TestDrivers.Async(Long.MAX_VALUE, n -> Outcome.OK);
    // Far more than a lane of the trace can hold.
    settings.schedule = Schedules.constant(Rate.perSecond(1_000_000));
    settings.operations = TRACED;
    settings.durationNanos = 300 * MS;
    settings.drainNanos = 50 * MS;
    RunDirectory directory = directory();
    RunSummary summary = new LoadRun(settings.build(), directory, progress -> {}).run();
    assertThat(summary.results().balance().intended()).isEqualTo(300_000);
    assertThat(summary.results().balance().isExact()).isTrue();
    assertThat(summary.results().balance().neverSent()).isGreaterThan(299_900);
    assertThat(readTrace(directory.operationTrace())).hasSize(300_000);
    assertThat(readNumbers(directory.operationTrace()).keySet()).isEqualTo(numbersBelow(300_000));
    assertThat(summary.warnings()).noneMatch(w -> w.contains("operations.bin"));
  }

  @Timing
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStopIsSummarisedAndAddsUp(boolean blocking) throws Exception {
    for (int round = 0; round < 5; round++) {
      RunSettings settings = new RunSettings();
      settings.driver =
          blocking
              ? new TestDrivers.Blocking(n -> Outcome.OK)
              : new TestDrivers.Async(MS, n -> Outcome.OK);
      settings.threads = 2;
      settings.schedule = Schedules.constant(Rate.perSecond(20_000));
      settings.durationNanos = 60_000 * MS;
      RunDirectory directory = RunDirectory.create(temp.resolve("run" + round));
      LoadRun run = new LoadRun(settings.build(), directory, progress -> {});
      Thread stopper =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  while (!Files.exists(directory.operationTrace())) {
                    Thread.sleep(5);
                  }
                  Thread.sleep(80);
                } catch (InterruptedException e) {
                  return;
                }
                run.stop();
                run.stop();
              });
      RunSummary summary = run.run();
      stopper.join();
      assertThat(summary.execution().complete()).isFalse();
      assertThat(summary.warnings()).noneMatch(w -> w.contains("add up"));
      assertThat(summary.results().balance().isExact()).isTrue();
      assertThat(directory.read().state()).isEqualTo(RunRecord.State.STOPPED);
    }
  }

  /// The driver's 100th operation is its last.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void runEndsWhenNothingIsLeftToDo(boolean scheduled) throws Exception {
    RunSettings settings = new RunSettings();
    AtomicReference<Runnable> end = new AtomicReference<>();
    TestDrivers.Async answering =
        new TestDrivers.Async(
            MS,
            n -> {
              if (n == 99) {
                Objects.requireNonNull(end.get()).run();
              }
              return Outcome.OK;
            });
    settings.driver = new TestDrivers.Ending(answering, end);
    if (scheduled) {
      settings.schedule = Schedules.constant(Rate.perSecond(500));
    } else {
      settings.schedule = null;
      settings.mode = RateMode.THROUGHPUT;
    }
    settings.durationNanos = 60_000 * MS;
    RunDirectory directory = directory();
    RunSummary summary = new LoadRun(settings.build(), directory, progress -> {}).run();
    assertThat(directory.read().state()).isEqualTo(RunRecord.State.FINISHED);
    assertThat(summary.execution().complete()).isTrue();
    assertThat(summary.execution().durationNanos()).isLessThan(10_000 * MS);
    Balance balance = summary.results().balance();
    assertThat(balance.isExact()).isTrue();
    assertThat(balance.completed()).isEqualTo(balance.intended()).isGreaterThanOrEqualTo(100);
    if (scheduled) {
      assertThat(balance.intended()).as("100, and those of 20 ms").isBetween(100L, 150L);
      assertThat(summary.results().rate().intended()).isCloseTo(500, Offset.offset(10.0));
    }
  }

  @Test
  void aTargetThatCannotBeReachedIsAFailedRun() throws Exception {
    RunSettings settings = new RunSettings();
    settings.driver = new TestDrivers.Unreachable();
    RunDirectory directory = directory();
    assertThatThrownBy(() -> new LoadRun(settings.build(), directory, progress -> {}).run())
        .isInstanceOf(DriverException.class)
        .hasMessage("nobody there");
    assertThat(directory.read().state()).isEqualTo(RunRecord.State.FAILED);
  }

  @Test
  void aLogThatIsInTheWayIsAFailedRun() throws Exception {
    RunDirectory directory = directory();
    Files.createFile(directory.latencyLog());
    assertThatThrownBy(
            () -> new LoadRun(new RunSettings().build(), directory, progress -> {}).run())
        .isInstanceOf(IOException.class);
    assertThat(directory.read().state()).isEqualTo(RunRecord.State.FAILED);
  }

  @Timing
  @Test
  void aDriverThatBreaksIsAFailedRunAndEndsAllThreads() throws Exception {
    RunSettings settings = new RunSettings();
    settings.threads = 2;
    settings.durationNanos = 60_000 * MS;
    settings.driver =
        new TestDrivers.Async(
            MS,
            n -> {
              if (n == 100) {
                throw new IllegalStateException("a bug in the driver");
              }
              return Outcome.OK;
            });
    RunDirectory directory = directory();
    long began = System.nanoTime();
    assertThatThrownBy(() -> new LoadRun(settings.build(), directory, progress -> {}).run())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a bug in the driver");
    assertThat(System.nanoTime() - began).isLessThan(20_000 * MS);
    assertThat(directory.read().state()).isEqualTo(RunRecord.State.FAILED);
  }

  /// After the run has begun, nothing can be written in its directory any more.
  @Test
  void aRunRecordThatCannotBeWrittenDoesNotLoseTheSummary() throws Exception {
    RunSettings settings = new RunSettings();
    settings.durationNanos = 500 * MS;
    RunDirectory directory = directory();
    LoadRun run =
        new LoadRun(
            settings.build(),
            directory,
            progress -> {
              try {
                if (Files.isDirectory(directory.path())) {
                  Files.move(directory.path(), temp.resolve("elsewhere"));
                  Files.createFile(directory.path());
                }
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    RunSummary summary = run.run();
    assertThat(summary.results().balance().completed()).isEqualTo(500);
    assertThat(run.storageFailures()).singleElement().asString().contains("run.json");
    Path moved = temp.resolve("elsewhere").resolve("latency.hdr");
    assertThat(readLog(moved).get("read-rt"))
        .satisfies(h -> assertThat(Objects.requireNonNull(h).getTotalCount()).isEqualTo(500));
  }

  /// The first 100 of 3,000 operations take 20 ms, the others none.
  @Timing
  @Test
  void slowStartWithoutAWarmupIsNamed() throws Exception {
    RunSettings settings = new RunSettings();
    settings.schedule = Schedules.constant(Rate.perSecond(500));
    settings.driver = new TestDrivers.Async(n -> n < 100 ? 20 * MS : 0, n -> Outcome.OK);
    settings.durationNanos = 6000 * MS;
    RunSummary summary = new LoadRun(settings.build(), directory(), progress -> {}).run();

    assertThat(summary.warnings())
        .containsExactly("the slowest operations were in the first second: try --warmup 3s");
  }

  @Timing
  @Test
  void intervalsAreAsLongAsTheyShouldBe() throws Exception {
    RunSettings settings = new RunSettings();
    settings.intervalNanos = 100 * MS;
    settings.durationNanos = 1000 * MS;
    List<Progress> seen = new ArrayList<>();
    RunSummary summary = new LoadRun(settings.build(), directory(), seen::add).run();
    assertThat(seen).hasSizeBetween(8, 12);
    assertThat(
            seen.stream()
                .mapToLong(
                    p -> p.interval().response() == null ? 0 : p.interval().response().count())
                .sum())
        .isEqualTo(summary.results().balance().completed());
    assertThat(seen.getLast().counts().completed()).isEqualTo(1000);
    assertThat(seen.getLast().counts().inFlight()).isZero();
    assertThat(seen.getLast().counts().backlog()).isZero();
  }

  /// What a listener receives adds up to the summary, and the last call carries the final generator
  /// report.
  @Test
  void listenerReceivesAllThatSummaryContains() throws Exception {
    RunSettings settings = new RunSettings();
    settings.intervalNanos = 100 * MS;
    settings.durationNanos = 500 * MS;
    long before = System.nanoTime();
    Map<String, Long> counts = new TreeMap<>();
    List<GeneratorReport> reports = new ArrayList<>();
    List<Boolean> lasts = new ArrayList<>();
    AtomicLong origin = new AtomicLong();
    RecordingListener recordingListener =
        new RecordingListener() {
          @Override
          public void started(long originNanoTime) {
            assertThat(reports).isEmpty();
            origin.set(originNanoTime);
          }

          @Override
          public void recorded(RunTags.Tag tag, LatencyHistogram interval) {
            counts.merge(tag.toString(), interval.totalCount(), Long::sum);
          }

          @Override
          public void intervalEnded(
              Progress progress,
              @Nullable GeneratorReport generator,
              boolean settled,
              boolean last) {
            assertThat(settled).isTrue();
            assertThat(origin.get() + progress.elapsedNanos()).isBetween(before, System.nanoTime());
            reports.add(generator);
            lasts.add(last);
          }
        };
    RunSummary summary =
        new LoadRun(settings.build(), directory(), progress -> {}, recordingListener).run();

    assertThat(counts).containsEntry("read-rt", summary.results().balance().completed());
    assertThat(counts)
        .containsEntry("generator:lateness-lt", summary.results().balance().completed());
    assertThat(reports.getLast().lateness()).isEqualTo(summary.generator().lateness());
    assertThat(lasts).endsWith(true);
    assertThat(lasts.subList(0, lasts.size() - 1)).containsOnly(false);
  }

  @Timing
  @Test
  void oneOperationIsARunToo() throws Exception {
    RunSettings settings = new RunSettings();
    settings.schedule =
        Schedules.limited(Schedules.constant(Rate.perSecond(100)), Long.MAX_VALUE, 1);
    settings.durationNanos = Long.MAX_VALUE;
    settings.count = 1;
    RunSummary summary = new LoadRun(settings.build(), directory(), progress -> {}).run();
    assertThat(summary.results().balance()).isEqualTo(new Balance(1, 1, 0, 0, 0, 0));
    assertThat(summary.results().rate().intended()).isEqualTo(100.0);
    assertThat(summary.results().rate().achieved()).isBetween(20.0, 100.0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withoutAScheduleThereIsNoWordOfResponseTime(boolean blocking) throws Exception {
    RunSettings settings = new RunSettings();
    settings.mode = RateMode.THROUGHPUT;
    settings.schedule = null;
    settings.drainNanos = 20 * MS;
    CountDownLatch never = new CountDownLatch(1);
    settings.driver =
        blocking
            ? new TestDrivers.Blocking(n -> {
              if (n == 500) {
                never.await();
              }
              return Outcome.OK;
            })
            : new TestDrivers.Async(n -> n == 500 ? Long.MAX_VALUE : MS, n -> Outcome.OK);
    settings.durationNanos = 400 * MS;
    RunDirectory directory = directory();
    RunSummary summary = new LoadRun(settings.build(), directory, progress -> {}).run();
    assertThat(summary.results().total().response()).isNull();
    assertThat(summary.results().total().waiting()).isNull();
    assertThat(summary.results().rate().intended()).isNull();
    assertThat(summary.generator().lateness()).isNull();
    assertThat(summary.results().balance().unfinished()).isEqualTo(1);
    assertThat(summary.warnings()).isNotEmpty().noneMatch(w -> w.contains("response time"));
    assertThat(readLog(directory.latencyLog()).keySet()).allMatch(tag -> tag.endsWith("-st"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theGeneratorsOwnWarmupIsInNoFigure(boolean blocking) throws Exception {
    RunSettings settings = new RunSettings();
    settings.selfWarmupNanos = 100 * MS;
    settings.durationNanos = 100 * MS;
    settings.driver =
        blocking
            ? new TestDrivers.Blocking(n -> Outcome.OK)
            : new TestDrivers.Async(MS, n -> Outcome.OK);
    RunSummary summary = new LoadRun(settings.build(), directory(), progress -> {}).run();
    assertThat(summary.results().balance()).isEqualTo(new Balance(100, 100, 0, 0, 0, 0));
  }

  @Test
  void summaryIsWrittenEvenIfItsCompletionFails() throws Exception {
    RunSettings settings = new RunSettings();
    settings.durationNanos = 50 * MS;
    settings.driver = new TestDrivers.Async(MS, n -> Outcome.OK);
    RunDirectory directory = directory();
    LoadRun run = new LoadRun(settings.build(), directory, progress -> {});

    assertThatThrownBy(() ->
            run.run(_ -> {
              throw new IllegalStateException("broken");
            }))
        .hasMessage("broken");

    assertThat(directory.read().state()).isEqualTo(RunRecord.State.FINISHED);
    assertThat(directory.read().summary()).isNotNull();
  }

  @Test
  void abortAfterTheLoadKeepsItsSummary() throws Exception {
    RunSettings settings = new RunSettings();
    settings.durationNanos = 50 * MS;
    settings.driver = new TestDrivers.Async(MS, n -> Outcome.OK);
    RunDirectory directory = directory();
    LoadRun run = new LoadRun(settings.build(), directory, progress -> {});
    List<Boolean> failed = new ArrayList<>();

    RunSummary _ =
        run.run(ended -> {
          try {
            failed.add(run.abort());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return ended;
        });

    assertThat(failed).containsExactly(false);
    assertThat(directory.read().state()).isEqualTo(RunRecord.State.FINISHED);
    assertThat(directory.read().summary()).isNotNull();
  }
}
