package dev.takt.load.engine.recording;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunTags;
import org.jspecify.annotations.Nullable;

/// Passes everything on to two listeners.
record RecordingListenerPair(RecordingListener first, RecordingListener second)
    implements RecordingListener {

  @Override
  public void started(long originNanoTime) {
    first.started(originNanoTime);
    second.started(originNanoTime);
  }

  @Override
  public void recorded(RunTags.Tag tag, LatencyHistogram interval) {
    first.recorded(tag, interval);
    second.recorded(tag, interval);
  }

  @Override
  public void intervalEnded(
      Progress progress, @Nullable GeneratorReport generator, boolean settled, boolean last) {
    first.intervalEnded(progress, generator, settled, last);
    second.intervalEnded(progress, generator, settled, last);
  }
}
