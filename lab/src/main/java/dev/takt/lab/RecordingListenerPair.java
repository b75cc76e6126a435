package dev.takt.lab;

import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunTags;

/// Passes everything on to two listeners.
record RecordingListenerPair(RecordingListener first, RecordingListener second)
    implements RecordingListener {

  @Override
  public void recorded(RunTags.Tag tag, LatencyHistogram interval) {
    first.recorded(tag, interval);
    second.recorded(tag, interval);
  }

  @Override
  public void intervalEnded(
      Progress progress, GeneratorReport generator, boolean settled, boolean last) {
    first.intervalEnded(progress, generator, settled, last);
    second.intervalEnded(progress, generator, settled, last);
  }
}
