package dev.takt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.rules.RuleJudge;
import dev.takt.load.rules.RuleJudge.Figures;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.time.IntervalSet;
import dev.takt.runs.trace.JourneySteps;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On a known run of 10 s with 32 connections: an operation each 10 ms, of two kinds that take 1
/// and 3 ms. The generator did not run from 5.000 to 5.200 s, and in the last second of the run.
class WithoutGeneratorTest {

  private static final long MILLI = 1_000_000;
  private static final int COUNT = 1_000;
  private static final long GAP = 10 * MILLI;
  private static final long END = COUNT * GAP;
  private static final IntervalSet ABSENCES =
      IntervalSet.union(new long[] {5_000 * MILLI, 9_000 * MILLI}, new long[] {5_200 * MILLI, END});

  @TempDir private Path folder;

  private static RunSummary measured() {
    Distribution none = Distribution.of(new LatencyHistogram());
    Balance get = new Balance(500, 449, 0, 1, 0, 50);
    Balance put = new Balance(500, 450, 0, 0, 0, 50);
    Balance all = new Balance(1000, 899, 0, 1, 0, 100);
    return new RunSummary(
        RunSummary.Heading.NONE,
        new RunSummary.Execution("fixed", "fake:", null, true, END),
        new RunSummary.Results(
            List.of(
                new OperationSummary("get", none, none, none, get, null),
                new OperationSummary("put", none, none, none, put, null)),
            new OperationSummary("all", none, none, none, all, null),
            all,
            new Balance(0, 0, 0, 0, 0, 0),
            new Rate(100.0, 90)),
        new GeneratorReport(
            GeneratorReport.Verdict.STALLED,
            new GeneratorReport.Lateness(0, 0, 0),
            new GeneratorReport.StallTotals(0, 0, 0),
            new GeneratorReport.ProcessUsage(0, 0, 0),
            null,
            null,
            null,
            List.of()),
        new RunSummary.Failures(Map.of(), null),
        List.of(),
        List.of(),
        "run");
  }

  /// @param bound how many operations the trace may have
  private RuleJudge.Alternative figures(int bound) throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve("run" + bound));
    RunRecord record =
        RunRecord.started(
                Map.of("mode", "fixed", "connections", 32, "workers", 32), Environment.capture())
            .withPhases(0, List.of(new Phase(Phase.MEASURE, 0, END)))
            .ended(RunRecord.State.FINISHED, null);
    try (OperationTraceWriter trace =
        new OperationTraceWriter(directory.operationTrace(), List.of("get", "put"), 0, bound)) {
      OperationTraceWriter.Lane lane = trace.lane(2 * COUNT);
      for (int i = 0; i < COUNT; i++) {
        long due = i * GAP;
        if (due >= 9_000 * MILLI) {
          lane.record(i % 2, due, Long.MIN_VALUE, END, OperationState.NEVER_SENT.code());
          continue;
        }
        long start = due >= 5_000 * MILLI && due < 5_200 * MILLI ? 5_200 * MILLI : due;
        OperationState state = i == 100 ? OperationState.TIMED_OUT : OperationState.COMPLETED;
        long took = i == 100 ? 1_000 * MILLI : i % 2 == 0 ? MILLI : 3 * MILLI;
        lane.record(i % 2, due, start, start + took, state.code());
      }
      trace.drain(0);
    }
    return RunExplanation.withoutGenerator(
        record,
        measured(),
        RunExplanation.of(directory, record, RunExplanation.ofGenerator(ABSENCES), _ -> {}));
  }

  @Test
  void timesAreThoseOfEachOperation() throws IOException {
    Figures figures = figures(COUNT).figures().orElseThrow();

    assertThat(figures.distributions().of("get", Measure.RESPONSE).totalCount()).isEqualTo(500);
    assertThat(figures.distributions().of("get", Measure.RESPONSE).valueAtPercentile(99.7))
        .isBetween(MILLI, MILLI + MILLI / 100);
    assertThat(figures.distributions().of("get", Measure.RESPONSE).max())
        .isBetween(999 * MILLI, 1_001 * MILLI);
    assertThat(figures.distributions().of("put", Measure.RESPONSE).max())
        .isBetween(3 * MILLI, 3 * MILLI + MILLI / 100);
    // A tenth was never sent: of these, the normal time remains, as wait.
    assertThat(figures.distributions().of("put", Measure.WAIT).valueAtPercentile(89)).isZero();
    assertThat(figures.distributions().of("put", Measure.WAIT).max())
        .isBetween(3 * MILLI, 3 * MILLI + MILLI / 100);
    assertThat(figures.distributions().of("put", Measure.SERVICE).totalCount()).isEqualTo(450);
    assertThat(figures.distributions().of(null, Measure.SERVICE).totalCount()).isEqualTo(900);
    assertThat(figures.distributions().of(null, Measure.LATENESS).max()).isZero();
  }

  @Test
  void whatTheGeneratorDidNotSendIsNoError() throws IOException {
    RunSummary.Results results = figures(COUNT).figures().orElseThrow().summary().results();

    assertThat(results.balance()).isEqualTo(new Balance(1000, 999, 0, 1, 0, 0));
    assertThat(results.operations())
        .extracting(OperationSummary::balance)
        .containsExactly(new Balance(500, 499, 0, 1, 0, 0), new Balance(500, 500, 0, 0, 0, 0));
    assertThat(results.rate()).isEqualTo(new Rate(100.0, 100.0));
  }

  private static final int USERS = 880;

  /// 880 users, one each 10 ms, who log in within 1 ms, think for 10 ms, and order within 3 ms.
  ///
  /// @param unfinished how many users were not at their end
  /// @param missing the user whose second step is not in the trace; negative for none
  private Figures journeys(int unfinished, int missing) throws IOException {
    RunDirectory directory = RunDirectory.create(Files.createTempDirectory(folder, "users"));
    Map<String, Object> plan =
        Map.of("mode", "fixed", "connections", 900, "workers", 900, "journeys", Map.of());
    RunRecord record =
        RunRecord.started(plan, Environment.capture())
            .withPhases(0, List.of(new Phase(Phase.MEASURE, 0, END)))
            .ended(RunRecord.State.FINISHED, null);
    List<String> names = List.of("shop.login", "shop.order");
    try (OperationTraceWriter trace =
        new OperationTraceWriter(directory.operationTrace(), names, 0, 2 * USERS, true)) {
      trace.writeJourneys(new JourneySteps(2, false, List.of("shop"), List.of(0, 0)));
      OperationTraceWriter.Lane lane = trace.lane(2 * USERS);
      for (int i = 0; i < USERS; i++) {
        long due = i * GAP;
        long login = sent(due) + MILLI;
        lane.record(0, due, sent(due), login, OperationState.COMPLETED.code(), 2L * i);
        long order = login + 10 * MILLI;
        boolean isLost = i == 100;
        long took = isLost ? 1_000 * MILLI : 3 * MILLI;
        lane.record(
            1,
            order,
            sent(order),
            sent(order) + took,
            isLost ? OperationState.TIMED_OUT.code() : OperationState.COMPLETED.code(),
            2L * i + (i == missing ? 2 : 1));
      }
      trace.drain(0);
    }
    Distribution none = Distribution.of(new LatencyHistogram());
    Balance users = new Balance(USERS, USERS - unfinished - 1, 0, 1, unfinished, 0);
    RunSummary plain = measured();
    RunSummary.Results results =
        new RunSummary.Results(
            plain.results().operations(),
            plain.results().total(),
            plain.results().balance(),
            plain.results().warmup(),
            plain.results().rate(),
            null,
            null,
            List.of(new RunSummary.JourneySummary("shop", none, none, none, users, 0, List.of())));
    RunSummary measured =
        new RunSummary(
            plain.heading(),
            plain.execution(),
            results,
            plain.generator(),
            plain.failures(),
            plain.assertions(),
            plain.warnings(),
            plain.runDirectory());
    return RunExplanation.withoutGenerator(
            record,
            measured,
            RunExplanation.of(directory, record, RunExplanation.ofGenerator(ABSENCES), _ -> {}))
        .figures()
        .orElseThrow();
  }

  private static long sent(long due) {
    return due >= 5_000 * MILLI && due < 5_200 * MILLI ? 5_200 * MILLI : due;
  }

  /// Each step without what the generator took of it, and the think time between them. The user who
  /// timed out counts as in rules.
  @Test
  void timesOfJourneysAreTheirStepsAndThinkTimes() throws IOException {
    Figures figures = journeys(0, -1);
    LatencyHistogram response = figures.distributions().of("shop", Measure.RESPONSE);

    assertThat(response.totalCount()).isEqualTo(USERS);
    assertThat(response.min()).isBetween(14 * MILLI - 14 * MILLI / 100, 14 * MILLI);
    assertThat(response.valueAtPercentile(99.8)).isBetween(14 * MILLI, 14 * MILLI + MILLI / 5);
    assertThat(response.max()).isBetween(1_010 * MILLI, 1_013 * MILLI);
    assertThat(figures.distributions().of("shop", Measure.WAIT).max()).isZero();
    assertThat(figures.distributions().of("shop", Measure.SERVICE).totalCount()).isEqualTo(USERS);
    assertThat(figures.summary().results().rate().achieved()).isNaN();
  }

  /// The age of users who think is not in the trace.
  @Test
  void timesOfJourneysAreUnknownIfUsersWereNotAtTheirEndOrStepsAreMissing() throws IOException {
    assertThat(journeys(1, -1).distributions().of("shop", Measure.RESPONSE).isEmpty()).isTrue();
    assertThat(journeys(0, 300).distributions().of("shop", Measure.RESPONSE).isEmpty()).isTrue();
    assertThat(journeys(0, -1).summary().results().allJourneys()).isEmpty();
    // The one who arrived at 4.990 s or 5.000 s: 199 or 200 ms until a step could be sent.
    assertThat(journeys(1, -1).distributions().largestShare("shop"))
        .isBetween(198.0 * MILLI, 201.0 * MILLI);
    assertThat(journeys(0, 300).distributions().largestShare("shop")).isNaN();
  }

  @Test
  void figuresOfABoundedTraceAreUnknown() throws IOException {
    assertThat(figures(COUNT / 4))
        .isEqualTo(RuleJudge.Alternative.unknown("operations are missing (trace-limit)"));
  }
}
