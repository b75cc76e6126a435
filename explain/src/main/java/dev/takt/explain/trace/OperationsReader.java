package dev.takt.explain.trace;

import static dev.takt.runs.OperationRecord.NONE;

import dev.takt.runs.OperationTrace;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunRecord;
import dev.takt.runs.RunRecord.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads the measured operations of a run.
public final class OperationsReader {

  /// What was read.
  ///
  /// @param operations those that were due in the measured part of the run
  /// @param skipped how many the trace lacks because it is bounded: the fast ones
  /// @param truncated whether the end of the trace is missing
  public record Read(Operations operations, long skipped, boolean truncated) {}

  /// One that had no end when the run had.
  private record Open(int index, long due, long start, int state) {}

  private final long from;
  private final long until;
  private final List<Open> open = new ArrayList<>();
  private boolean scheduled;
  private long lastEnd = NONE;

  private OperationsReader(RunRecord run) {
    Phase measured = run.measured();
    Long end = measured == null ? null : measured.endNanoTime();
    from = measured == null ? Long.MIN_VALUE / 2 : measured.startNanoTime();
    until = end == null ? Long.MAX_VALUE / 2 : end;
  }

  /// Reads `operations.bin` of a run.
  ///
  /// @throws IOException with a message for people, if it is missing or damaged
  public static Read read(RunDirectory directory, RunRecord run) throws IOException {
    try (OperationTrace trace = OperationTrace.open(directory.operationTrace())) {
      return new OperationsReader(run).read(trace);
    }
  }

  private Read read(OperationTrace trace) throws IOException {
    OperationsBuilder to = new OperationsBuilder(trace.operations());
    trace.forEachRemaining(
        (index, intended, start, end, state) -> take(to, index, intended, start, end, state));
    for (Open each : open) {
      long start = each.start == NONE ? Math.max(lastEnd, each.due) : each.start;
      to.add(each.index, each.due, start, Math.max(lastEnd, start), each.state);
    }
    OperationTrace.Totals totals = trace.totals();
    long skipped = totals == null ? 0 : totals.skipped() + totals.lost();
    return new Read(to.build(scheduled), skipped, trace.isTruncated());
  }

  private void take(
      OperationsBuilder to, int index, long intended, long start, long end, int state) {
    scheduled |= intended != NONE;
    long due = intended == NONE ? start : intended;
    if (!isMeasured(due)) {
      return;
    }
    if (end == NONE) {
      open.add(new Open(index, due, start, state));
    } else {
      lastEnd = Math.max(lastEnd, end);
      to.add(index, due, start == NONE ? end : start, end, state);
    }
  }

  private boolean isMeasured(long due) {
    return due != NONE && from <= due && due <= until;
  }
}
