package dev.takt.runs.counters;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How often an event happened in the target per operation, during the measured part of a run.
///
/// @param event its name
/// @param perOperation the count per operation that was sent
/// @param atLeast a lower bound of it
/// @param atMost an upper bound of it
/// @param timeShare see [EventCount#timeShare]
public record EventRate(
    String event, double perOperation, double atLeast, double atMost, double timeShare) {

  /// The event that counts CPU time, in nanoseconds.
  public static final String CPU_TIME = "task-clock";

  /// What is computed from two events: instructions per cycle.
  public static final String IPC = "ipc";

  /// The events that are counted in runs.
  public static final List<String> EVENTS =
      List.of(
          CPU_TIME,
          "context-switches",
          "page-faults",
          "cycles",
          "instructions",
          "branch-misses",
          "llc-misses");

  /// Instructions per cycle, as [#IPC], from the counts of both; null if one is not known.
  ///
  /// @param rates what was counted; null if nothing was
  public static @Nullable EventRate instructionsPerCycle(@Nullable List<EventRate> rates) {
    EventRate instructions = find(rates, "instructions");
    EventRate cycles = find(rates, "cycles");
    return instructions == null || cycles == null || cycles.atLeast <= 0
        ? null
        : new EventRate(
            IPC,
            instructions.perOperation / cycles.perOperation,
            instructions.atLeast / cycles.atMost,
            instructions.atMost / cycles.atLeast,
            Math.min(instructions.timeShare, cycles.timeShare));
  }

  /// The rate of an event, or of [#IPC]; null if it is not known.
  ///
  /// @param rates what was counted; null if nothing was
  public static @Nullable EventRate of(@Nullable List<EventRate> rates, String event) {
    return event.equals(IPC) ? instructionsPerCycle(rates) : find(rates, event);
  }

  private static @Nullable EventRate find(@Nullable List<EventRate> rates, String event) {
    return rates == null
        ? null
        : rates.stream().filter(each -> each.event.equals(event)).findFirst().orElse(null);
  }

  /// The rates of a run; null if nothing was counted or sent.
  ///
  /// @param sent the number of operations sent at the same time
  public static @Nullable List<EventRate> of(List<EventCount> counts, long sent) {
    if (counts.isEmpty() || sent <= 0) {
      return null;
    }
    return counts.stream()
        .map(each ->
            new EventRate(
                each.event(),
                (double) each.count() / sent,
                (double) each.atLeast() / sent,
                (double) each.atMost() / sent,
                each.timeShare()))
        .toList();
  }
}
