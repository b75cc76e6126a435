package dev.takt.explain.trace;

import static dev.takt.runs.OperationRecord.NONE;

import dev.takt.runs.OperationRecord;
import dev.takt.runs.OperationTrace;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunRecord;
import dev.takt.runs.RunRecord.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the measured operations of a run.
public final class OperationsReader {

  /// What was read.
  ///
  /// @param operations those that were due in the measured part of the run
  /// @param skipped how many the trace lacks because it is bounded: the fast ones
  /// @param truncated whether the end of the trace is missing
  public record Read(Operations operations, long skipped, boolean truncated) {}

  private final @Nullable Phase measured;
  private final List<OperationRecord> open = new ArrayList<>();
  private @Nullable OperationsBuilder builder;
  private long lastEnd = NONE;

  private OperationsReader(RunRecord run) {
    measured =
        run.phases().stream()
            .filter(each -> each.name().equals(Phase.MEASURE))
            .findFirst()
            .orElse(null);
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
    for (OperationRecord each = trace.next(); each != null; each = trace.next()) {
      OperationsBuilder to = builder;
      if (to == null) {
        to = new OperationsBuilder(trace.operations(), each.intended() != NONE);
        builder = to;
      }
      if (isMeasured(each.due())) {
        take(each, to);
      }
    }
    OperationsBuilder to = builder;
    if (to == null) {
      to = new OperationsBuilder(trace.operations(), true, 0);
    }
    for (OperationRecord each : open) {
      long start = each.start() == NONE ? Math.max(lastEnd, each.due()) : each.start();
      to.add(each.index(), each.due(), start, Math.max(lastEnd, start), each.state());
    }
    OperationTrace.Totals totals = trace.totals();
    long skipped = totals == null ? 0 : totals.skipped() + totals.lost();
    return new Read(to.build(), skipped, trace.isTruncated());
  }

  private void take(OperationRecord each, OperationsBuilder to) {
    if (each.end() == NONE) {
      open.add(each);
      return;
    }
    lastEnd = Math.max(lastEnd, each.end());
    long start = each.start() == NONE ? each.end() : each.start();
    to.add(each.index(), each.due(), start, each.end(), each.state());
  }

  private boolean isMeasured(long due) {
    Phase phase = measured;
    if (phase == null || due == NONE) {
      return due != NONE;
    }
    Long end = phase.endNanoTime();
    return due - phase.startNanoTime() >= 0 && (end == null || due - end <= 0);
  }
}
