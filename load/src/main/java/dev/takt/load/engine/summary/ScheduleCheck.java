package dev.takt.load.engine.summary;

import dev.takt.load.config.Plan;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Driver;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.Optional;

/// Checks whether a run offered the requested load.
public final class ScheduleCheck {

  /// A smaller share of the intended rate is a missed schedule.
  private static final double ENOUGH = 0.99;

  private ScheduleCheck() {}

  /// A message that the schedule was missed, with the cause and what to try; empty if it was kept
  /// or there is none.
  ///
  /// The rate counts replies up to the last one. A short run with slow replies therefore falls
  /// below the intended rate although each request was sent on time. So a schedule counts as missed
  /// only if operations were also left unsent at the end, or were sent late by more than 1 % of the
  /// run.
  ///
  /// @param unsentBeside how many steps were never sent because one beside them failed
  public static Optional<String> missedSchedule(
      RunSummary run, long unsentBeside, Plan plan, Driver driver) {
    Double intended = run.results().rate().intended();
    if (intended == null
        || !run.execution().complete()
        || run.results().rate().achieved() >= ENOUGH * intended) {
      return Optional.empty();
    }
    if (!wasBehind(run, unsentBeside)) {
      return Optional.empty();
    }
    return Optional.of(
        EnglishText.format(
            "%s: %s achieved of %s intended (%s), %s",
            RunSummary.MISSED_SCHEDULE,
            Units.rate(run.results().rate().achieved()),
            Units.rate(intended),
            Units.percent(run.results().rate().achieved() / intended),
            fault(run, plan, driver)));
  }

  static boolean wasBehind(RunSummary run, long unsentBeside) {
    double tolerance = 1 - ENOUGH;
    Balance balance = run.results().balance();
    long lost = balance.neverSent() - unsentBeside + balance.unfinished();
    Distribution waiting = run.results().total().waiting();
    return lost > tolerance * balance.intended()
        || (waiting != null && waiting.max() > tolerance * run.execution().durationNanos());
  }

  private static String fault(RunSummary run, Plan plan, Driver driver) {
    if (run.generator().verdict() != Verdict.OK) {
      return "by the generator's own fault: see its verdict";
    }
    String limit =
        driver instanceof BlockingDriver
            ? "--workers " + plan.concurrency().workers()
            : "--connections " + plan.concurrency().connections();
    return "by the target's fault and not the generator's: it was slower than the schedule, or "
        + limit
        + " cannot carry it; allow more of them, or try a lower "
        + (plan.target().replay() == null ? "--rate" : "--replay-speed");
  }
}
