package dev.takt.cli.stress;

import dev.takt.cassandra.stress.command.RunLength;
import dev.takt.cli.render.stress.RateUncertainty;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunTags;
import org.jspecify.annotations.Nullable;

/// Ends a run before its time: after the first failure (`-errors fail-fast`), or when the mean rate
/// of rows is known well enough (`err<`).
final class EarlyEnd implements RecordingListener {

  private final RunLength length;
  private final boolean failsFast;
  private final RateUncertainty rowRate;
  private final Runnable stop;
  private volatile boolean isReached;

  /// @param rowRate which has each interval before this listener
  EarlyEnd(RunLength length, boolean failsFast, RateUncertainty rowRate, Runnable stop) {
    this.length = length;
    this.failsFast = failsFast;
    this.rowRate = rowRate;
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
      Progress progress, @Nullable GeneratorReport generator, boolean settled, boolean last) {
    boolean isFailed = failsFast && progress.counts().failed() > 0;
    if (!last && !isReached && (isFailed || isCertain())) {
      isReached = true;
      stop.run();
    }
  }

  private boolean isCertain() {
    return length instanceof RunLength.Uncertainty(double below, int minIntervals, _)
        && rowRate.count() >= minIntervals
        && rowRate.value() < below;
  }
}
