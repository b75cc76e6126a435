package dev.takt.cli.render.stress;

import dev.takt.cli.output.Samples;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.util.List;

/// Passes intervals to a listener, as a run does.
public record StressIntervalSource(RecordingListener listener) {

  public static final long MS = 1_000_000;

  /// One latency, of several operations.
  void record(String operation, OperationState state, Measure measure, long nanos, long count) {
    LatencyHistogram times = new LatencyHistogram();
    times.record(nanos, count);
    record(new RunTags.Tag(false, operation, state, measure), times);
  }

  /// One service time, of several operations that completed.
  public void completed(String operation, long nanos, long count) {
    record(operation, OperationState.COMPLETED, Measure.SERVICE, nanos, count);
  }

  void record(RunTags.Tag tag, LatencyHistogram times) {
    listener.recorded(tag, times);
    times.reset(); // as the run does
  }

  public void end(long elapsedNanos) {
    end(elapsedNanos, true);
  }

  void end(long elapsedNanos, boolean settled) {
    Progress.Times none = new Progress.Times(null, Distribution.of(new LatencyHistogram()));
    Progress progress =
        new Progress(
            Progress.Phase.MEASURE,
            elapsedNanos,
            Long.MAX_VALUE,
            new Progress.Rates(Double.NaN, 0),
            none,
            none,
            null,
            new Progress.Counts(0, 0, 0, 0));
    listener.intervalEnded(progress, Samples.generator(Verdict.OK, List.of()), settled, false);
  }
}
