package dev.takt.report.page;

import dev.takt.explain.RunExplainer;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sections of a document that do not come from its logs.
///
/// @param run null for a log without a run
/// @param explanation null if nothing can be explained
/// @param stalls null if nothing was observed
/// @param notes remarks for the reader, a sentence each
/// @param problems what was wrong with the files, a sentence each
record ReportSections(
    @Nullable RunReportInput run,
    @Nullable ExplanationSection explanation,
    @Nullable StallSection stalls,
    List<String> notes,
    List<String> problems) {

  /// The sections of a log without a run: none.
  static final ReportSections NONE = new ReportSections(null, null, null, List.of(), List.of());

  static ReportSections of(RunReportInput run) {
    List<String> notes = new ArrayList<>(run.notes());
    RunRecord record = run.record();
    RunSummary summary = record == null ? null : record.summary();
    if (summary != null) {
      summary.warnings().stream()
          .filter(each -> !RunFacts.isMissedSchedule(each))
          .forEach(notes::add);
    }
    return new ReportSections(
        run,
        explain(run.explainer(), notes),
        run.stalls() == null ? null : new StallSection(run.stalls(), record),
        List.copyOf(notes),
        run.problems());
  }

  private static @Nullable ExplanationSection explain(
      @Nullable RunExplainer explainer, List<String> notes) {
    if (explainer == null) {
      return null;
    }
    try {
      return ExplanationSection.of(explainer);
    } catch (RuntimeException e) {
      notes.add("Nothing is explained, as the run's files do not fit together: " + e);
      return null;
    }
  }

  /// The same sections with another explanation and other remarks.
  ReportSections with(
      @Nullable ExplanationSection itsExplanation,
      List<String> itsNotes,
      List<String> itsProblems) {
    return new ReportSections(
        run, itsExplanation, stalls, List.copyOf(itsNotes), List.copyOf(itsProblems));
  }

  /// The same sections with an additional note at the beginning.
  ReportSections withNote(String note) {
    List<String> more = new ArrayList<>(notes);
    more.addFirst(note);
    return with(explanation, more, problems);
  }

  /// The contents of `run.json`; null for a log without a run, or if that cannot be read.
  @Nullable RunRecord record() {
    return run == null ? null : run.record();
  }

  /// The origin from the logs, or else from the run's record.
  long originOr(@Nullable Long known) {
    if (known != null) {
      return known;
    }
    RunRecord record = record();
    return record == null || record.timeBase().clockAnchors().isEmpty()
        ? 0
        : RunReportInput.epochNanos(record, record.beginNanoTime());
  }

  List<TagInfo> tags(
      Collection<String> latencies, Collection<String> ofMachines, Collection<String> hiccups) {
    RunRecord record = record();
    Measure headline = record == null ? Measure.RESPONSE : RunFacts.headline(record);
    List<TagInfo> tags = new ArrayList<>(TagInfo.latencies(latencies, headline));
    if (record != null && record.fleet() != null) {
      tags.addAll(TagInfo.machines(ofMachines, record.fleet()));
    }
    tags.addAll(TagInfo.hiccups(hiccups));
    return List.copyOf(tags);
  }
}
