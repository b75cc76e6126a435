package dev.takt.lab;

import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;

/// What a run says about its target. The worst of several is the first in this order.
public enum RunVerdict {
  /// The run was stopped before its end.
  INTERRUPTED,
  /// Nothing was completed, or a file could not be written.
  FAILED,
  /// A rule was broken, and not only by the generator.
  RULE_BROKEN,
  /// Not decidable: the generator's own share decides a rule. Without rules: the schedule was
  /// missed, or the generator was at fault.
  NOT_TRUSTED,
  /// Everything is fine.
  OK;

  /// The verdict on a run as `run.json` has it. A run without a summary has failed.
  public static RunVerdict of(RunRecord run) {
    RunSummary summary = run.summary();
    return summary == null
        ? FAILED
        : of(
            run,
            summary,
            run.state() == RunRecord.State.STOPPED,
            summary.missedSchedule().isPresent());
  }

  /// A run is never fine if a machine was lost: what became of its operations is unknown.
  static RunVerdict of(
      RunRecord run, RunSummary summary, boolean isInterrupted, boolean isScheduleMissed) {
    RunVerdict verdict = of(summary, isInterrupted, isScheduleMissed);
    Fleet fleet = run.fleet();
    return fleet != null && fleet.hasLostShare() ? verdict.worse(NOT_TRUSTED) : verdict;
  }

  static RunVerdict of(RunSummary summary, boolean isInterrupted, boolean isScheduleMissed) {
    if (isInterrupted) {
      return INTERRUPTED;
    }
    if (summary.results().balance().completed() == 0) {
      return FAILED;
    }
    if (summary.hasBrokenRule()) {
      return RULE_BROKEN;
    }
    boolean isTrusted =
        summary.assertions().isEmpty()
            ? !isScheduleMissed && summary.generator().verdict() == Verdict.OK
            : !summary.hasUndecidedRule();
    return isTrusted ? OK : NOT_TRUSTED;
  }

  /// The worse of the two.
  public RunVerdict worse(RunVerdict other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
