package dev.takt.report.page;

import dev.takt.report.text.JsonWriter;
import dev.takt.runs.RunRecord;
import java.io.IOException;

/// Turns moments of a run's clock into those of a page.
///
/// @param record joins the run's clock to wall-clock time
/// @param originEpoch the page's moment 0, in nanoseconds since 1970
record Moments(RunRecord record, long originEpoch) {

  /// In nanoseconds since the page's moment 0.
  long sinceOrigin(long nanoTime) {
    return RunMaterial.epoch(record, nanoTime) - originEpoch;
  }

  /// The moment of the run's clock that is so many nanoseconds after the page's moment 0.
  long ofRun(long sinceOrigin) {
    return sinceOrigin - sinceOrigin(0);
  }

  void write(JsonWriter json, String name, long nanoTime) throws IOException {
    json.name(name).number(SourceDocument.millis(sinceOrigin(nanoTime)));
  }
}
