package dev.takt.report.page;

import dev.takt.explain.CauseIntervals;
import dev.takt.explain.CauseIntervals.CauseTime;
import dev.takt.explain.CauseIntervals.UnexplainedTime;
import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.explain.attribution.AttributionResult;
import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.util.Arrays;

/// The time lost to each cause per interval, as sparse rows of numbers: most causes occur in few
/// intervals.
///
/// Where that needs too many rows, neighbouring intervals are merged in powers of two.
final class IntervalSection {

  /// This many rows take about 250 KB of a report.
  private static final int MAX_ROWS = 20_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Explanation explanation;
  private final AttributionResult attribution;
  private final long[] begins;
  private final int intervalsPerCell;
  private final CauseIntervals intervals;

  private IntervalSection(
      Explanation explanation,
      AttributionResult attribution,
      long[] begins,
      int intervalsPerCell,
      CauseIntervals intervals) {
    this.explanation = explanation;
    this.attribution = attribution;
    this.begins = begins;
    this.intervalsPerCell = intervalsPerCell;
    this.intervals = intervals;
  }

  /// @param begins of the log's intervals, in milliseconds since the page's origin, ascending
  static IntervalSection of(
      RunExplainer run, Explanation explanation, TimeMapper moments, long[] begins) {
    return of(run, explanation, moments, begins, MAX_ROWS);
  }

  static IntervalSection of(
      RunExplainer run, Explanation explanation, TimeMapper moments, long[] begins, int mostRows) {
    AttributionResult attribution = run.explainer().attribution();
    long[] cells = begins;
    for (int each = 1; ; each *= 2) {
      long[] edges =
          Arrays.stream(cells).map(at -> moments.toRunTime(at * NANOS_PER_MILLI)).toArray();
      CauseIntervals intervals = CauseIntervals.of(run.operations(), attribution, edges);
      if (intervals.entries() <= mostRows || cells.length == 1) {
        return new IntervalSection(explanation, attribution, cells, each, intervals);
      }
      cells = halved(cells);
    }
  }

  private static long[] halved(long[] finer) {
    long[] coarser = new long[(finer.length + 1) / 2];
    Arrays.setAll(coarser, i -> finer[2 * i]);
    return coarser;
  }

  void write(JsonWriter json) throws IOException {
    json.open('{');
    json.name("each").number(intervalsPerCell);
    json.name("begins").open('[');
    for (int i = 0; i < begins.length; i++) {
      json.number(i == 0 ? begins[i] : begins[i] - begins[i - 1]);
    }
    json.close(']');
    json.name("operations").open('[');
    for (int i = 0; i < intervals.size(); i++) {
      json.number(intervals.operations(i));
    }
    json.close(']');
    json.name("slow").open('[');
    for (int i = 0; i < intervals.size(); i++) {
      json.number(intervals.slow(i));
    }
    json.close(']');
    unexplained(json);
    json.name("causes").open('[');
    for (Explanation.CauseRow row : explanation.causes()) {
      cause(json, attribution.causes().indexOf(row.cause()));
    }
    json.close(']');
    json.close('}');
  }

  private void unexplained(JsonWriter json) throws IOException {
    json.name("unexplained").open('[');
    int last = 0;
    for (UnexplainedTime row : intervals.unexplained()) {
      json.number(row.interval() - last);
      json.number(row.affected());
      json.number(row.waiting());
      json.number(row.service());
      last = row.interval();
    }
    json.close(']');
  }

  private void cause(JsonWriter json, int cause) throws IOException {
    json.open('[');
    int last = 0;
    for (CauseTime row : intervals.of(cause)) {
      json.number(row.interval() - last);
      json.number(row.stalls());
      json.number(row.longest());
      json.number(row.affected());
      json.number(row.nanos());
      last = row.interval();
    }
    json.close(']');
  }
}
