package dev.takt.load.config;

import dev.takt.load.driver.Driver;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.workload.Workload;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The settings of a run. Times are in nanoseconds.
///
/// @param mode the rate mode
/// @param schedule when operations are due, warm-up included; null in mode `throughput`
/// @param workload which operation comes when
/// @param operations the operations' names, by index
/// @param driver the open driver
/// @param target the target as the user wrote it
/// @param plan the whole effective plan, as it is kept in `run.json`
/// @param durationNanos how long to send, warm-up included; [Long#MAX_VALUE] for no limit
/// @param count how many operations to send, warm-up included; [Long#MAX_VALUE] for no limit
/// @param warmupNanos operations that are due before this belong to the warm-up
/// @param drainNanos how long to wait at the end for operations that are due or in flight
/// @param timeoutNanos time limit of one operation from its start; [Long#MAX_VALUE] for none
/// @param intervalNanos length of an interval of the log
/// @param traceLimit how many operations the trace keeps in full
/// @param threads event loops, for non-blocking drivers
/// @param connections connections of all event loops together, for non-blocking drivers
/// @param workers number of workers, for blocking drivers
/// @param virtualWorkers whether workers are virtual threads
/// @param pacing how to wait for an intended start
/// @param selfWarmupNanos how long the generator warms itself up without the target; 0 for no
///   self-warm-up
/// @param keyValues what makes the operations of a workload on records; null for none
public record LoadSettings(
    RateMode mode,
    @Nullable Schedule schedule,
    Workload workload,
    List<String> operations,
    Driver driver,
    String target,
    Map<String, Object> plan,
    long durationNanos,
    long count,
    long warmupNanos,
    long drainNanos,
    long timeoutNanos,
    long intervalNanos,
    long traceLimit,
    int threads,
    int connections,
    int workers,
    boolean virtualWorkers,
    Pacing pacing,
    long selfWarmupNanos,
    @Nullable KeyValues keyValues) {

  /// The schedule.
  ///
  /// @throws IllegalStateException in mode `throughput`
  public Schedule requireSchedule() {
    if (schedule == null) {
      throw new IllegalStateException("mode " + mode.lowerCase() + " has no schedule");
    }
    return schedule;
  }
}
