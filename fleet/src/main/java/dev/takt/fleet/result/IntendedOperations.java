package dev.takt.fleet.result;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.journey.Journeys;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.share.Share;
import dev.takt.load.workload.Workload;
import java.util.function.LongToIntFunction;

/// How many operations, or users of journeys, a share intended, by operation or journey.
///
/// @param warmup those due in the warm-up, by the index of the operation or journey
/// @param measured those due after it
@SuppressWarnings("ArrayRecordComponent") // never compared or changed
record IntendedOperations(long[] warmup, long[] measured) {

  /// Counts them.
  ///
  /// @param endNanos operations that are due later, counted from the start, were not intended,
  ///   because the run was stopped; [Long#MAX_VALUE] for all
  static IntendedOperations of(PlanLaunch launch, Share share, long endNanos) {
    Plan plan = launch.plan();
    Workload workload = launch.workload();
    IntendedOperations counts = IntendedOperations.none(plan.operationNames().size());
    Schedule whole = launch.schedule();
    if (whole == null) {
      counts.addUnscheduled(plan, share, workload);
    } else {
      counts.addScheduled(
          plan,
          share.of(whole),
          number -> {
            int scheduled = whole.operationOf(number);
            return scheduled >= 0 ? scheduled : workload.operationOf(number);
          },
          endNanos);
    }
    return counts;
  }

  /// Counts the users of journeys: those of a schedule that has them.
  static IntendedOperations ofUsers(PlanLaunch launch, Share share, long endNanos) {
    Plan plan = launch.plan();
    IntendedOperations counts = IntendedOperations.none(plan.journeyNames().size());
    Schedule whole = launch.schedule();
    Journeys journeys = launch.journeys();
    if (whole != null && journeys != null) {
      counts.addScheduled(plan, share.of(whole), journeys::journeyOf, endNanos);
    }
    return counts;
  }

  private static IntendedOperations none(int kinds) {
    return new IntendedOperations(new long[kinds], new long[kinds]);
  }

  private void addScheduled(Plan plan, Schedule schedule, LongToIntFunction kinds, long endNanos) {
    long warmupNanos = plan.limits().warmup().toNanos();
    Arrivals arrivals = schedule.arrivals();
    for (long due = arrivals.next();
        due != Arrivals.END && due <= endNanos;
        due = arrivals.next()) {
      (due < warmupNanos ? warmup : measured)[kinds.applyAsInt(arrivals.number())]++;
    }
  }

  /// Without a schedule only a count says what was intended.
  private void addUnscheduled(Plan plan, Share share, Workload workload) {
    Long count = plan.load().count();
    long own = count == null ? 0 : share.countOf(count);
    for (long i = 0; i < own; i++) {
      measured[workload.operationOf(share.number(i))]++;
    }
  }
}
