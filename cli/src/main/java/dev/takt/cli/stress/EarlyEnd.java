package dev.takt.cli.stress;

import dev.takt.cassandra.stress.command.RunLength;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cli.render.stress.RateUncertainty;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunTags;

/// Ends a run before its time: after the first failure (`-errors fail-fast`), or when the mean rate
/// of operations is known well enough (`err<`).
final class EarlyEnd implements RecordingListener {

  private final RunLength length;
  private final boolean failsFast;
  private final Runnable stop;
  private final RateUncertainty rate = new RateUncertainty();
  private long completed;
  private long elapsedNanos;
  private volatile boolean isReached;

  EarlyEnd(RunLength length, RunSettings settings, Runnable stop) {
    this.length = length;
    this.failsFast = settings.errors().failsFast();
    this.stop = stop;
  }

  /// Whether it has ended the run.
  boolean isReached() {
    return isReached;
  }

  @Override
  public void recorded(RunTags.Tag tag, LatencyHistogram interval) {}

  @Override
  public void intervalEnded(
      Progress progress, GeneratorReport generator, boolean settled, boolean last) {
    long done = progress.counts().completed();
    double seconds = Math.max(1, progress.elapsedNanos() - elapsedNanos) / 1e9;
    rate.add((done - completed) / seconds);
    completed = done;
    elapsedNanos = progress.elapsedNanos();
    boolean isFailed = failsFast && progress.counts().failed() > 0;
    if (!last && !isReached && (isFailed || isCertain())) {
      isReached = true;
      stop.run();
    }
  }

  private boolean isCertain() {
    return length instanceof RunLength.Uncertainty(double below, int minIntervals, _)
        && rate.count() >= minIntervals
        && rate.value() < below;
  }
}
