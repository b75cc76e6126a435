package dev.takt.fleet.result;

import dev.takt.load.config.PlanLaunch;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;

/// What is known of the share of a machine that was lost: what it intended, by its schedule, and
/// what it had recorded in the part of its log that was received. The rest is unknown.
///
/// Of journeys it is known how many users were to arrive, but not how many steps the users did
/// whose outcome is unknown: the balances of steps have the recorded ones only.
///
/// @param machine the machine
/// @param balances of each operation, by index
/// @param warmups the same of the warm-up
/// @param users of each journey, by index, without the warm-up; empty without journeys
record LostShare(
    Machine machine, List<Balance> balances, List<Balance> warmups, List<Balance> users) {

  /// @param endNanos the end of the schedule, from its start, if the run was stopped;
  ///   [Long#MAX_VALUE] if it was not
  static LostShare of(Machine machine, PlanLaunch launch, long endNanos) {
    Measure measure =
        launch.plan().load().mode().hasSchedule() ? Measure.RESPONSE : Measure.SERVICE;
    LogTotals log = machine.latencies();
    List<String> names = launch.plan().operationNames();
    List<String> journeys = launch.plan().journeyNames();
    if (journeys.isEmpty()) {
      IntendedOperations intended = IntendedOperations.of(launch, machine.share(), endNanos);
      return new LostShare(
          machine,
          balances(log, false, names, measure, intended.measured()),
          balances(log, true, names, measure, intended.warmup()),
          List.of());
    }
    IntendedOperations users = IntendedOperations.ofUsers(launch, machine.share(), endNanos);
    long[] unknown = new long[names.size()];
    return new LostShare(
        machine,
        balances(log, false, names, measure, unknown),
        balances(log, true, names, measure, unknown),
        balances(log, false, journeys, measure, users.measured()));
  }

  private static List<Balance> balances(
      LogTotals log, boolean warmup, List<String> names, Measure measure, long[] intended) {
    List<Balance> balances = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      balances.add(balance(log, warmup, names.get(i), measure, intended[i]));
    }
    return balances;
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

  /// What became of a group of steps, as far as it was recorded. Like that of steps, its intended
  /// number is unknown.
  ///
  /// @param name of the group, with that of its journey
  Balance recorded(String name, Measure measure) {
    return balance(machine.latencies(), false, name, measure, 0);
  }

  /// All operations after the warm-up.
  Balance balance() {
    return balances.stream().reduce(Balance.NONE, Balance::plus);
  }

  /// All operations of the warm-up.
  Balance warmup() {
    return warmups.stream().reduce(Balance.NONE, Balance::plus);
  }

  /// What arrives on schedule, after the warm-up: users of journeys, or operations.
  Balance arrivals() {
    return users.isEmpty() ? balance() : users.stream().reduce(Balance.NONE, Balance::plus);
  }

  /// What was lost, in words: a sentence for each machine, or one for all if they are many.
  static List<String> texts(List<LostShare> lost) {
    if (lost.size() <= GroupedTexts.MAX_NAMES) {
      return lost.stream().map(LostShare::text).toList();
    }
    long unknown = lost.stream().mapToLong(each -> each.arrivals().lost()).sum();
    boolean isOfUsers = lost.stream().anyMatch(each -> !each.users.isEmpty());
    return List.of(
        lost.size()
            + " machines were lost or failed ("
            + GroupedTexts.names(lost.stream().map(each -> each.machine.name()).toList())
            + "): "
            + unknown(unknown, isOfUsers));
  }

  private static String unknown(long lost, boolean isOfUsers) {
    return lost == 0
        ? "the rest of the operations is unknown"
        : (isOfUsers ? users(lost) : operations(lost)) + " unknown";
  }

  /// What was lost, in words.
  private String text() {
    MachinePart part = machine.part();
    long lost = arrivals().lost();
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
        + unknown(lost, !users.isEmpty());
  }

  static String users(long count) {
    return count == 1 ? "1 user" : Units.count(count) + " users";
  }

  static String operations(long count) {
    return count == 1 ? "1 operation" : Units.count(count) + " operations";
  }
}
