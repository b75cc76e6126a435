package dev.takt.load.config;

import dev.takt.load.config.source.Secrets;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.rules.Assertion;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.ScheduleSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All settings of a run, with defaults filled in: runs of equal plans differ only in what the
/// target and the machine do. Created by [PlanReader], which validates it.
///
/// @param target the system to drive
/// @param properties of the target as a whole, as its driver declares them
/// @param mode the rate mode
/// @param rate null in mode `throughput`, and if the schedule has its own rates
/// @param schedule null in mode `throughput`
/// @param seed of all random choices
/// @param duration how long to send, including warm-up; null if the schedule or the count ends the
///   run
/// @param count how many operations to send, including warm-up; null for no limit
/// @param warmup initial time that the summary excludes
/// @param drain how long to wait at the end for outstanding operations
/// @param timeout of one operation; zero for none
/// @param connections for non-blocking drivers
/// @param threads that send, for non-blocking drivers
/// @param workers for blocking drivers
/// @param virtualWorkers whether workers are virtual threads
/// @param pacing how to wait for an intended start
/// @param selfWarmup how long the generator warms itself up; zero for no self-warm-up
/// @param interval of the log
/// @param traceLimit maximum number of operations in the operation trace
/// @param failIf the rules that fail the run
/// @param watching what to observe during the run
/// @param exporting where to export figures during the run
/// @param out the run directory; null for a new one
/// @param keyValues the key-value workload that supplies the operations; null for none
/// @param generators of the operations' templates, by name
/// @param operations the kinds of operations; at least one
public record Plan(
    String target,
    Map<String, Object> properties,
    RateMode mode,
    @Nullable Rate rate,
    @Nullable ScheduleSpec schedule,
    long seed,
    @Nullable Duration duration,
    @Nullable Long count,
    Duration warmup,
    Duration drain,
    Duration timeout,
    int connections,
    int threads,
    int workers,
    boolean virtualWorkers,
    Pacing pacing,
    Duration selfWarmup,
    Duration interval,
    long traceLimit,
    List<Assertion> failIf,
    Watching watching,
    Exporting exporting,
    @Nullable String out,
    @Nullable KeyValuePlan keyValues,
    Map<String, String> generators,
    List<OperationSpec> operations) {

  /// Copies the collections, so that the record is immutable.
  public Plan {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    generators = Collections.unmodifiableMap(new LinkedHashMap<>(generators));
    failIf = List.copyOf(failIf);
    operations = List.copyOf(operations);
  }

  /// The names of the operations, by index.
  public List<String> operationNames() {
    return operations.stream().map(OperationSpec::name).toList();
  }

  /// A copy with another rate, additional rules and another run directory.
  ///
  /// @param moreRules added to the existing rules
  public Plan at(Rate otherRate, List<Assertion> moreRules, String otherOut) {
    List<Assertion> rules = new ArrayList<>(failIf);
    rules.addAll(moreRules);
    return with(otherRate, count, rules, otherOut);
  }

  /// A copy for the rest of a load phase, with another run directory.
  ///
  /// @param rest how many records remain
  /// @param attempt number of the retry
  public Plan again(long rest, long attempt) {
    return with(rate, rest, failIf, out == null ? null : out + "-retry-" + attempt);
  }

  private Plan with(
      @Nullable Rate otherRate,
      @Nullable Long otherCount,
      List<Assertion> rules,
      @Nullable String otherOut) {
    return new Plan(
        target,
        properties,
        mode,
        otherRate,
        schedule,
        seed,
        duration,
        otherCount,
        warmup,
        drain,
        timeout,
        connections,
        threads,
        workers,
        virtualWorkers,
        pacing,
        selfWarmup,
        interval,
        traceLimit,
        rules,
        watching,
        exporting,
        otherOut,
        keyValues,
        generators,
        operations);
  }

  /// The target for reports, with passwords masked.
  public String displayTarget() {
    return Secrets.masked(target);
  }

  /// The maximum number of operations in flight, for any driver.
  public int concurrency() {
    return Math.max(connections, workers);
  }
}
