package dev.takt.report.page;

import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;

/// Converts times of the run's monotonic clock to times of the page.
///
/// @param record joins the run's clock to wall-clock time
/// @param originEpoch the page's time 0, in nanoseconds since 1970
record TimeMapper(RunRecord record, long originEpoch) {

  /// Nanoseconds since the page's time 0.
  long sinceOrigin(long nanoTime) {
    return RunReportInput.epochNanos(record, nanoTime) - originEpoch;
  }

  /// The run's clock at `sinceOrigin` nanoseconds after the page's time 0.
  long toRunTime(long sinceOrigin) {
    return sinceOrigin - sinceOrigin(0);
  }

  void write(JsonWriter json, String name, long nanoTime) throws IOException {
    json.name(name).number(SourceDocument.millis(sinceOrigin(nanoTime)));
  }
}
