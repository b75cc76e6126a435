package dev.takt.lab;

import dev.takt.explain.RunExplainer;
import dev.takt.load.rules.Distributions;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.Stalls;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The result of a run. Immutable; report, explanation and exit code are made of it without reading
/// the run directory again.
///
/// @param directory that holds the files
/// @param record as `run.json` has it
/// @param summary with the verdicts on the rules and what the explanation says of the generator
/// @param distributions the histograms behind the summary
/// @param doubt why the schedule counts as missed; empty if it was kept
/// @param observed what the observers saw; empty if the run was not watched
/// @param storageFailures what could not be written, each with its reason
/// @param interrupted whether the run was stopped before its end
public record RunResult(
    RunDirectory directory,
    RunRecord record,
    RunSummary summary,
    Distributions distributions,
    Optional<String> doubt,
    Optional<Observed> observed,
    List<String> storageFailures,
    boolean interrupted) {

  /// Copies the list.
  public RunResult {
    storageFailures = List.copyOf(storageFailures);
  }

  /// What the observers of a run saw.
  ///
  /// @param stalls of the whole run, warm-up included
  /// @param measured the part of them that overlaps the measured phase
  /// @param explainer why operations were slow; empty if that was not asked for or not possible
  public record Observed(Stalls stalls, Stalls measured, Optional<RunExplainer> explainer) {}

  /// Why operations were slow; empty if the run was not watched or could not be explained.
  public Optional<RunExplainer> explainer() {
    return observed.flatMap(Observed::explainer);
  }

  /// What stalls and operations are timed from: the start of the schedule, in nanoseconds of the
  /// monotonic clock.
  public long origin() {
    return record.beginNanoTime();
  }

  /// The summary as it is stored and printed for machines: with the doubt among its warnings.
  public RunSummary recordedSummary() {
    return Objects.requireNonNull(record.summary(), "the record of an ended run has a summary");
  }

  /// What all of this says about the target.
  public RunVerdict verdict() {
    return verdict(interrupted);
  }

  /// The same for a run that was meant to be stopped early, if it was.
  public RunVerdict verdictOfEarlyEnd() {
    return verdict(false);
  }

  private RunVerdict verdict(boolean isInterrupted) {
    return storageFailures.isEmpty()
        ? RunVerdict.of(record, summary, isInterrupted, doubt.isPresent())
        : RunVerdict.FAILED;
  }
}
