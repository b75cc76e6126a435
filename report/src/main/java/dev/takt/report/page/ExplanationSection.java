package dev.takt.report.page;

import dev.takt.explain.Explainer;
import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Counts;
import dev.takt.report.pack.PackWriter;
import dev.takt.report.pack.PackedInterval;
import dev.takt.report.pack.SlotCodec;
import dev.takt.report.text.CauseName;
import dev.takt.report.text.ExplanationFormat;
import dev.takt.report.text.ExplanationJson;
import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.Stall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The page's explanation of slow operations, with the latency curves without each cause.
final class ExplanationSection {

  static final int MAX_SLOW_OPERATIONS = 200;

  private final Explanation explanation;
  private final RunExplainer run;
  private final byte[] curves;
  private final long[] begins;

  private ExplanationSection(
      Explanation explanation, RunExplainer run, byte[] curves, long[] begins) {
    this.explanation = explanation;
    this.run = run;
    this.curves = curves;
    this.begins = begins;
  }

  static ExplanationSection of(RunExplainer run) {
    Explanation explanation = run.explain(MAX_SLOW_OPERATIONS);
    Explainer explainer = run.explainer();
    List<PackedInterval> curves = new ArrayList<>();
    SlotCodec slots = new SlotCodec();
    curves.add(curve("recorded", explainer.recorded(), slots));
    for (int i = 0; i < explanation.causes().size(); i++) {
      Explanation.CauseRow row = explanation.causes().get(i);
      if (row.without() != null) {
        curves.add(curve("without:" + i, explainer.without(row.cause()::equals), slots));
      }
    }
    return new ExplanationSection(explanation, run, PackWriter.write(curves), new long[0]);
  }

  /// Returns the same explanation with figures for each interval.
  ///
  /// @param begins of the log's intervals, in milliseconds since the page's origin, ascending
  ExplanationSection withIntervals(long[] begins) {
    return new ExplanationSection(explanation, run, curves, begins);
  }

  private static PackedInterval curve(String name, LatencyHistogram histogram, SlotCodec slots) {
    Counts counts = histogram.toCounts();
    return new PackedInterval(name, counts.layout(), 0, 0, slots.encode(counts));
  }

  /// @param stalls null if none are known
  void write(JsonWriter json, TimeMapper moments, @Nullable StallSection stalls)
      throws IOException {
    ExplanationJson.write(explanation, json, new PageFormat(moments, stalls));
  }

  private final class PageFormat implements ExplanationFormat {
    private final TimeMapper moments;
    private final @Nullable StallSection stalls;

    PageFormat(TimeMapper moments, @Nullable StallSection stalls) {
      this.moments = moments;
      this.stalls = stalls;
    }

    @Override
    public void writeCause(JsonWriter json, Cause cause) throws IOException {
      ExplanationJson.writeCause(json, cause);
      json.name("text").string(CauseName.of(cause));
    }

    @Override
    public void writeTime(JsonWriter json, String name, long nanoTime) throws IOException {
      moments.write(json, name, nanoTime);
    }

    @Override
    public void writeStall(JsonWriter json, @Nullable Stall stall) throws IOException {
      Integer number = stall == null || stalls == null ? null : stalls.reference(stall);
      json.name("stall").number(number == null ? null : number.toString());
    }

    @Override
    public void writeAdditionalMembers(JsonWriter json) throws IOException {
      json.name("curves").string(Base64.getEncoder().encodeToString(curves));
      if (begins.length > 0) {
        json.name("intervals");
        IntervalSection.of(run, explanation, moments, begins).write(json);
        FineIntervals fine = FineIntervals.of(run, moments, begins);
        if (fine != null) {
          json.name("fine");
          fine.write(json);
        }
      }
    }
  }
}
