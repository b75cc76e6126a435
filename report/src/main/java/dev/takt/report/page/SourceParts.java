package dev.takt.report.page;

import dev.takt.explain.Explanation;
import dev.takt.explain.RunExplainer;
import dev.takt.runs.RunRecord;
import dev.takt.runs.RunSummary;
import dev.takt.runs.RunTags.Measure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a document says that does not come from its logs.
final class SourceParts {

  private final @Nullable RunRecord record;
  private final @Nullable ExplanationSection explanation;
  private final @Nullable StallSection stalls;

  /// @param run null for a log by itself
  /// @param notes is given what a reader should know
  /// @param problems is given what was wrong
  SourceParts(@Nullable RunMaterial run, List<String> notes, List<String> problems) {
    this.record = run == null ? null : run.record();
    if (run == null) {
      explanation = null;
      stalls = null;
      return;
    }
    problems.addAll(run.problems());
    notes.addAll(run.notes());
    RunSummary summary = record == null ? null : record.summary();
    if (summary != null) {
      notes.addAll(summary.warnings());
    }
    stalls = run.stalls() == null ? null : new StallSection(run.stalls());
    explanation = explain(run.explainer());
  }

  private static @Nullable ExplanationSection explain(@Nullable RunExplainer explainer) {
    if (explainer == null) {
      return null;
    }
    Explanation explanation = explainer.explain(ExplanationSection.SLOWEST);
    return ExplanationSection.of(explanation, explainer.explainer());
  }

  @Nullable ExplanationSection explanation() {
    return explanation;
  }

  @Nullable StallSection stalls() {
    return stalls;
  }

  /// The origin by the logs, or else by what the run says.
  long originOr(@Nullable Long known) {
    if (known != null) {
      return known;
    }
    return record == null || record.clockAnchors().isEmpty()
        ? 0
        : RunMaterial.epoch(record, record.beginNanoTime());
  }

  List<TagInfo> tags(Collection<String> latencies, Collection<String> hiccups) {
    Measure headline = record == null ? Measure.RESPONSE : RunFacts.headline(record);
    List<TagInfo> tags = new ArrayList<>(TagInfo.latencies(latencies, headline));
    tags.addAll(TagInfo.hiccups(hiccups));
    return List.copyOf(tags);
  }
}
