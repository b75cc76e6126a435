package dev.takt.metrics;

import dev.takt.load.engine.Progress;
import dev.takt.runs.GeneratorReport;
import dev.takt.runs.OperationState;
import dev.takt.runs.RunTags.Measure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that is told of a run at one moment. Never changed.
///
/// @param startEpochNanos when the schedule began, by the wall clock
/// @param epochNanos the moment, which is the end of an interval of the log
/// @param series the histograms, of operations of the measured part alone
/// @param lateness of the same operations; null without a schedule
/// @param progress null before the first interval has ended
/// @param generator null as long
/// @param isLast whether the run has ended
record Figures(
    RunFacts facts,
    long startEpochNanos,
    long epochNanos,
    List<Series> series,
    @Nullable Slots lateness,
    @Nullable Progress progress,
    @Nullable GeneratorReport generator,
    boolean isLast) {

  /// One histogram. Other than in the log, each operation is in one of them per measure: what is
  /// left at the end of a run is not among the completed.
  record Series(String operation, OperationState state, Measure measure, Slots slots) {}
}
