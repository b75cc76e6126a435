package dev.takt.fleet.result;

import dev.takt.load.config.PlanLaunch;
import dev.takt.load.text.Units;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.List;

/// What is known of the share of a machine that was lost: what it intended, by its schedule, and
/// what it had recorded in the part of its log that was received. The rest is unknown.
///
/// @param machine the machine
/// @param balances of each operation, by index
/// @param warmups the same of the warm-up
record LostShare(Machine machine, List<Balance> balances, List<Balance> warmups) {

  /// @param endNanos the end of the schedule, from its start, if the run was stopped;
  ///   [Long#MAX_VALUE] if it was not
  static LostShare of(Machine machine, PlanLaunch launch, long endNanos) {
    IntendedOperations intended = IntendedOperations.of(launch, machine.share(), endNanos);
    List<String> names = launch.plan().operationNames();
    Measure measure = launch.schedule() == null ? Measure.SERVICE : Measure.RESPONSE;
    List<Balance> balances = new ArrayList<>();
    List<Balance> warmups = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      LogTotals log = machine.latencies();
      balances.add(balance(log, false, names.get(i), measure, intended.measured()[i]));
      warmups.add(balance(log, true, names.get(i), measure, intended.warmup()[i]));
    }
    return new LostShare(machine, balances, warmups);
  }

  private static Balance balance(
      LogTotals log, boolean warmup, String name, Measure measure, long intended) {
    long failed = log.count(warmup, name, OperationState.FAILED, measure);
    long timedOut = log.count(warmup, name, OperationState.TIMED_OUT, measure);
    long unfinished = log.count(warmup, name, OperationState.UNFINISHED, measure);
    long neverSent = log.count(warmup, name, OperationState.NEVER_SENT, measure);
    long open = measure == Measure.RESPONSE ? unfinished + neverSent : 0;
    long completed = log.count(warmup, name, OperationState.COMPLETED, measure) - open;
    long known = completed + failed + timedOut + unfinished + neverSent;
    long all = Math.max(intended, known); // without a schedule and a count nothing was intended
    return new Balance(all, completed, failed, timedOut, unfinished, neverSent, all - known);
  }

  /// All operations after the warm-up.
  Balance balance() {
    return balances.stream().reduce(Balance.NONE, Balance::plus);
  }

  /// All operations of the warm-up.
  Balance warmup() {
    return warmups.stream().reduce(Balance.NONE, Balance::plus);
  }

  /// What was lost, in words.
  String text() {
    MachinePart part = machine.part();
    long lost = balance().lost();
    return "machine "
        + part.name()
        + " (share "
        + part.share()
        + ") "
        + (part.state() == Fleet.State.LOST ? "was lost" : "failed")
        + (machine.latencies().lastInterval() == null
            ? " before its first interval"
            : " after " + Units.clock(machine.latencies().endNanos()))
        + ": "
        + (lost == 0 ? "the rest of its operations is unknown" : operations(lost) + " unknown");
  }

  static String operations(long count) {
    return count == 1 ? "1 operation" : Units.count(count) + " operations";
  }
}
