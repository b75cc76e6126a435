package dev.takt.metrics;

import dev.takt.load.engine.recording.Progress;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.util.List;

/// Calls a listener like the engine does.
final class Recorded {

  static final RunFacts FACTS =
      new RunFacts(
          "20260101-demo",
          "http://host/a\\b\"c\nd",
          "fixed",
          true,
          List.of("read", "write"),
          "1.2",
          "abc");

  private Recorded() {}

  static LatencyHistogram values(long... nanos) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long each : nanos) {
      histogram.record(each);
    }
    return histogram;
  }

  static SparseHistogram slots(long... nanos) {
    return slots(values(nanos));
  }

  static SparseHistogram slots(LatencyHistogram histogram) {
    Counts counts = new Counts(Layout.THREE_DIGITS);
    histogram.addTo(counts);
    return SparseHistogram.of(counts);
  }

  static RunTags.Tag tag(String operation, OperationState state, Measure measure) {
    return new RunTags.Tag(false, operation, state, measure);
  }

  static void completed(LiveMetrics metrics, String operation, long... nanos) {
    for (Measure each : List.of(Measure.RESPONSE, Measure.SERVICE)) {
      metrics.recorded(tag(operation, OperationState.COMPLETED, each), values(nanos));
    }
  }

  static void tick(LiveMetrics metrics, boolean settled, boolean last) {
    metrics.intervalEnded(PROGRESS, REPORT, settled, last);
  }

  private static final Distribution NOTHING = Distribution.of(new LatencyHistogram());

  private static final Progress PROGRESS =
      new Progress(
          Progress.Phase.MEASURE,
          3_500_000_000L,
          1,
          new Progress.Rates(1000.5, 998.25),
          new Progress.Times(NOTHING, NOTHING),
          new Progress.Times(NOTHING, NOTHING),
          NOTHING,
          new Progress.Counts(7, 11, 5, 2));

  private static final GeneratorReport REPORT =
      new GeneratorReport(
          Verdict.LATE,
          new GeneratorReport.Lateness(1, 2, 3),
          new GeneratorReport.StallTotals(4, 5_000_000, 6_000_000),
          new GeneratorReport.ProcessUsage(7, 8_000_000, 9_000_000_000L),
          0.25,
          null,
          null,
          List.of());
}
