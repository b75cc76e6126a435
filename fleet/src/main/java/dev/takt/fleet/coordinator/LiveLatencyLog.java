package dev.takt.fleet.coordinator;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;
import java.util.List;

/// The latency log of all machines together while they run: what the explorer shows meanwhile, and
/// what is left if the coordinator is killed. The merged log replaces it at the end.
///
/// Times begin at 0, the start of the schedule. What a machine sends later has lines of its own,
/// which begin before those above them. Not thread-safe.
public final class LiveLatencyLog implements AutoCloseable {

  private final IntervalLogWriter log;
  private final long start;
  private final LatencyHistogram dense = new LatencyHistogram();

  private LiveLatencyLog(IntervalLogWriter log, long start) {
    this.log = log;
    this.start = start;
  }

  /// Creates the log of a run that begins.
  ///
  /// @param started the record of the run
  /// @throws IOException if it cannot be written
  public static LiveLatencyLog create(RunDirectory directory, RunRecord started)
      throws IOException {
    long start = started.beginNanoTime();
    return new LiveLatencyLog(
        IntervalLogWriter.create(
            directory.latencyLog(), started.timeBase().clockAnchors().getFirst(), start),
        start);
  }

  /// Writes new intervals.
  ///
  /// @throws IOException if they cannot be written
  public void add(List<LiveInterval> intervals) throws IOException {
    for (LiveInterval each : intervals) {
      long end = start + each.endNanos();
      each.recorded()
          .forEach((tag, times) -> {
            dense.reset();
            times.addTo(dense);
            log.write(tag.toString(), end - each.nanos(), end, dense);
          });
    }
    log.flush();
  }

  @Override
  public void close() throws IOException {
    log.close();
  }
}
