package dev.takt.cli;

import dev.takt.load.engine.Distributions;
import dev.takt.runs.GeneratorReport;
import dev.takt.runs.RunSummary;
import dev.takt.runs.Stalls;
import java.util.List;
import java.util.Optional;

/// What came of a run.
///
/// @param summary with the verdicts on the rules
/// @param distributions the histograms behind it
/// @param doubt why it should not be trusted, beside the generator's own verdict
/// @param watched what the observers saw; empty if there were none
/// @param storageFailures what could not be written
/// @param interrupted whether a signal ended it
record Result(
    RunSummary summary,
    Distributions distributions,
    Optional<String> doubt,
    Optional<Watched> watched,
    List<String> storageFailures,
    boolean interrupted) {

  /// What the observers saw.
  ///
  /// @param begin the begin of the measured part, on the run's clock
  record Watched(Stalls stalls, long begin) {}

  /// The same with what else was found of its generator.
  Result withGenerator(GeneratorReport generator) {
    return new Result(
        summary.withGenerator(generator),
        distributions,
        doubt,
        watched,
        storageFailures,
        interrupted);
  }

  /// The summary as it is kept and printed for machines: with the doubt among its warnings.
  RunSummary recorded() {
    return doubt.map(summary::withWarning).orElse(summary);
  }
}
