package dev.takt.report.page;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// A run with known delays: on one connection, an operation every 5 ms takes a little more than 1
/// ms, and every hundredth meets a stall. The log has the operations by their ends, none of which
/// is at an edge of an interval.
final class ExplainedRun {

  static final int SECONDS = 20;
  static final long SECOND = 1_000_000_000L;

  private static final long MILLI = 1_000_000;
  private static final long GAP = 5 * MILLI;
  private static final long WORK = 1_234_567;
  private static final int EVERY = 100;
  private static final ClockAnchor ANCHOR = new ClockAnchor(0, 1_700_000_000L * SECOND, 0);
  private static final StallKind[] KINDS = {StallKind.GC_PAUSE, StallKind.SAFEPOINT};

  private ExplainedRun() {}

  /// The kinds of stalls, used in turn; the n-th stall is n + 10 ms long.
  private static long stalled(int operation) {
    return operation % EVERY == EVERY - 5 ? (operation / EVERY + 10) * MILLI : 0;
  }

  static RunDirectory write(Path path) throws IOException {
    RunDirectory run = SampleRun.write(path, RunRecord.State.FINISHED, "shop", 0);
    RunRecord started = run.read();
    run.write(
        new RunRecord(
            RunRecord.FORMAT_VERSION,
            RunRecord.State.FINISHED,
            null,
            Map.of("target", "shop", "mode", "fixed", "connections", 1, "workers", 1),
            started.environment(),
            new RunRecord.TimeBase(0L, List.of(ANCHOR)),
            RunTags.GRAMMAR,
            new RunRecord.Course(List.of(new Phase(Phase.MEASURE, 0, SECONDS * SECOND)), null)));
    int count = (int) (SECONDS * SECOND / GAP);
    LatencyHistogram[] seconds = new LatencyHistogram[SECONDS + 1];
    try (OperationTraceWriter trace =
        new OperationTraceWriter(run.operationTrace(), List.of("read"), 0, count)) {
      OperationTraceWriter.Lane lane = trace.lane(count);
      long free = 0;
      for (int i = 0; i < count; i++) {
        long due = i * GAP;
        long start = Math.max(due, free);
        free = start + WORK + stalled(i);
        lane.record(0, due, start, free, OperationState.COMPLETED.code());
        int second = (int) (free / SECOND);
        if (seconds[second] == null) {
          seconds[second] = new LatencyHistogram();
        }
        seconds[second].record(free - due);
      }
      trace.drain(0);
    }
    run.write(
        new Stalls(
            Stalls.FORMAT_VERSION, List.of(), List.of(), stalls(count), 0, List.of(), Map.of()));
    try (IntervalLogWriter log = IntervalLogWriter.create(run.latencyLog(), ANCHOR, 0)) {
      for (int i = 0; i < seconds.length; i++) {
        if (seconds[i] != null) {
          log.write("read-rt", i * SECOND, (i + 1) * SECOND, seconds[i]);
        }
      }
    }
    return run;
  }

  private static List<Stall> stalls(int count) {
    return IntStream.range(0, count)
        .filter(i -> stalled(i) > 0)
        .mapToObj(i ->
            Stall.of(
                    KINDS[i / EVERY % KINDS.length],
                    Side.TARGET,
                    new Stall.Interval(i * GAP, i * GAP + stalled(i), 0, "test"))
                .withCause("cause"))
        .toList();
  }
}
