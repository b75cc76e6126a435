package dev.takt.metrics;

import dev.takt.load.engine.recording.Progress;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags.Measure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A snapshot of all figures of a run at one moment. Immutable.
///
/// @param facts what is known before the run begins
/// @param startEpochNanos when the schedule began, by the wall clock
/// @param epochNanos the moment of the snapshot: the end of an interval of the log
/// @param series the histograms; only operations of the measured part
/// @param lateness the lateness of the same operations; null without a schedule
/// @param progress null before the first interval has ended
/// @param generator null before the first interval has ended, and if it is not known
/// @param isLast whether the run has ended
record MetricsSnapshot(
    RunFacts facts,
    long startEpochNanos,
    long epochNanos,
    List<Series> series,
    @Nullable SparseHistogram lateness,
    @Nullable Progress progress,
    @Nullable GeneratorReport generator,
    boolean isLast) {

  /// One histogram. Unlike in the log, each operation is in exactly one histogram per measure:
  /// those unfinished or never sent at the end of a run are not counted among the completed ones.
  record Series(String operation, OperationState state, Measure measure, SparseHistogram slots) {}
}
