package dev.takt.fleet.result;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.share.Share;
import dev.takt.load.workload.Workload;

/// How many operations a share intended, by operation.
///
/// @param warmup those due in the warm-up, by the index of the operation
/// @param measured those due after it
@SuppressWarnings("ArrayRecordComponent") // never compared or changed
record IntendedOperations(long[] warmup, long[] measured) {

  /// Counts them.
  ///
  /// @param endNanos operations that are due later, counted from the start, were not intended,
  ///   because the run was stopped; [Long#MAX_VALUE] for all
  static IntendedOperations of(PlanLaunch launch, Share share, long endNanos) {
    Plan plan = launch.plan();
    int operations = plan.operationNames().size();
    IntendedOperations counts = new IntendedOperations(new long[operations], new long[operations]);
    Schedule whole = launch.schedule();
    if (whole == null) {
      counts.addUnscheduled(plan, share, launch.workload());
    } else {
      counts.addScheduled(plan, share.of(whole), launch.workload(), endNanos);
    }
    return counts;
  }

  private void addScheduled(Plan plan, Schedule schedule, Workload workload, long endNanos) {
    long warmupNanos = plan.limits().warmup().toNanos();
    Arrivals arrivals = schedule.arrivals();
    for (long due = arrivals.next();
        due != Arrivals.END && due <= endNanos;
        due = arrivals.next()) {
      int scheduled = schedule.operationOf(arrivals.number());
      int operation = scheduled >= 0 ? scheduled : workload.operationOf(arrivals.number());
      (due < warmupNanos ? warmup : measured)[operation]++;
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
