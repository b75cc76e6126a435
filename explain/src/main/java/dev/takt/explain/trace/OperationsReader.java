package dev.takt.explain.trace;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.runs.trace.TraceContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads the operations of the measured part of a run.
public final class OperationsReader {

  /// The result of reading.
  ///
  /// @param operations the operations that were due in the measured part of the run
  /// @param skipped how many quick operations the trace omits because its size is limited
  /// @param truncated whether the end of the trace is missing
  public record Read(Operations operations, long skipped, boolean truncated) {}

  private OperationsReader() {}

  /// Reads `operations.bin` of a run.
  ///
  /// @throws IOException with a message for people, if it is missing or damaged
  public static Read read(RunDirectory directory, RunRecord run) throws IOException {
    Phase measured = run.measured();
    // Users who have arrived go on after the end of the schedule.
    boolean hasJourneys = run.plan().containsKey("journeys");
    Long end = measured == null || hasJourneys ? null : measured.endNanoTime();
    long from = measured == null ? Long.MIN_VALUE / 2 : measured.startNanoTime();
    long until = end == null ? Long.MAX_VALUE / 2 : end;
    Path file = directory.operationTrace();
    if (!Files.exists(file)) {
      throw new IOException(missing(directory, run));
    }
    try (OperationTrace trace = OperationTrace.open(file)) {
      ParallelTraceReader reading =
          new ParallelTraceReader(trace, Files.size(file), from, until, TraceContext.of(run));
      Operations operations = reading.read().with(trace.journeys(), trace.connectionWaits());
      OperationTrace.Totals totals = reading.isDamaged() ? null : trace.totals();
      long skipped = totals == null ? 0 : totals.skipped() + totals.lost();
      return new Read(operations, skipped, reading.isDamaged() || trace.isTruncated());
    }
  }

  private static String missing(RunDirectory directory, RunRecord run) {
    return directory.path()
        + " has no record of its operations ("
        + directory.operationTrace().getFileName()
        + ")"
        + (run.fleet() == null
            ? ""
            : "; those of its machines may have one: " + directory.path() + "/machines/NAME");
  }
}
