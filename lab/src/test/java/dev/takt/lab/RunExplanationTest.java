package dev.takt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.RunExplainer;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On a known run: an operation each 10 ms that takes 1 ms, at one connection, and a collection of
/// 35 ms that begins with operation 100. It makes four of the slowest ten operations slow.
class RunExplanationTest {

  private static final long MILLI = 1_000_000;
  private static final long GAP = 10 * MILLI;
  private static final long PAUSE = 35 * MILLI;
  private static final int FIRST = 100;
  private static final int COUNT = 1_000;
  private static final GeneratorReport ON_TIME =
      new GeneratorReport(
          Verdict.OK,
          new GeneratorReport.Lateness(0, 0, 0),
          new GeneratorReport.StallTotals(0, 0, 0),
          new GeneratorReport.ProcessUsage(0, 0, 0),
          null,
          null,
          null,
          List.of());

  @TempDir private Path folder;

  private GeneratorReport reportAfter(Side side) throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    RunRecord record =
        RunRecord.started(
                Map.of("mode", "fixed", "connections", 1, "workers", 1), Environment.capture())
            .withPhases(0, List.of(new Phase(Phase.MEASURE, 0, COUNT * GAP)))
            .ended(RunRecord.State.FINISHED, null);
    try (OperationTraceWriter trace =
        new OperationTraceWriter(directory.operationTrace(), List.of("read"), 0, COUNT)) {
      OperationTraceWriter.Lane lane = trace.lane(COUNT);
      long free = 0;
      for (int i = 0; i < COUNT; i++) {
        long due = i * GAP;
        long start = Math.max(due, free);
        free = start + MILLI + (i == FIRST ? PAUSE : 0);
        lane.record(0, due, start, free, OperationState.COMPLETED.code());
      }
      trace.drain(0);
    }
    Stall pause =
        Stall.of(
                StallKind.GC_PAUSE,
                side,
                new Stall.Interval(FIRST * GAP, FIRST * GAP + PAUSE, 1_000, "test"))
            .withCause("System.gc()")
            .withStop(1L);
    Stalls stalls = new Stalls(1, List.of(), List.of(), List.of(pause), 0, List.of(), Map.of());
    List<String> warnings = new ArrayList<>();
    RunExplainer explainer =
        RunExplanation.of(directory, record, stalls, warnings::add).orElseThrow();
    assertThat(warnings).isEmpty();
    return RunExplanation.withGeneratorPart(ON_TIME, explainer.explain(1));
  }

  @Test
  void generatorThatCausedTheExcessIsBlamedInItsReport() throws IOException {
    GeneratorReport report = reportAfter(Side.GENERATOR);

    assertThat(report.partToBlame()).isEqualTo(1.0);
    assertThat(report.findings())
        .containsExactly(
            "of the excess time of the slowest 1 %, 100 % was lost in the generator and not in the"
                + " target; without that p99 would be 1.00 ms instead of 1.00 ms, p99.9 1.00 ms"
                + " instead of 27.0 ms");
  }

  @Test
  void generatorIsNotBlamedForAPauseOfTheTarget() throws IOException {
    assertThat(reportAfter(Side.TARGET)).isEqualTo(ON_TIME);
  }

  @Test
  void runWithoutOperationsIsNotExplained() throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve("run"));
    RunRecord record = RunRecord.started(Map.of(), Environment.capture());
    new OperationTraceWriter(directory.operationTrace(), List.of("read"), 0, 1).close();
    List<String> warnings = new ArrayList<>();

    assertThat(
            RunExplanation.of(
                directory,
                record,
                new Stalls(1, List.of(), List.of(), List.of(), 0, List.of(), Map.of()),
                warnings::add))
        .isEmpty();
    assertThat(warnings).singleElement().asString().startsWith("nothing is explained: ");
  }
}
