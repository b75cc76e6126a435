package dev.takt.load.plan;

import dev.takt.load.driver.OperationSpec;
import dev.takt.load.engine.Pacing;
import dev.takt.load.engine.RateMode;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.ScheduleSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything that can be said of a run, defaults filled in: two runs of equal plans differ only in
/// what the target and the machine do. Made by [PlanReader], which has checked it.
///
/// @param target what to drive
/// @param properties of the target as a whole, as its driver declares them
/// @param mode the rate mode
/// @param rate null in mode `throughput`, and where the schedule has rates of its own
/// @param schedule null in mode `throughput`
/// @param seed of all that is random
/// @param duration how long to send, warm-up included; null where the schedule or the count end the
///   run
/// @param count how many operations to send, warm-up included; null for no limit
/// @param warmup how much of the beginning is left out of the summary
/// @param drain how long to wait at the end
/// @param timeout of one operation; zero for none
/// @param connections for drivers that do not block
/// @param threads that send, for drivers that do not block
/// @param workers for drivers that block
/// @param virtualWorkers whether workers are virtual threads
/// @param pacing how to wait for an intended start
/// @param selfWarmup how long the generator warms itself; zero for not at all
/// @param interval of the log
/// @param traceLimit how many operations are written down one by one
/// @param failIf the rules that fail the run
/// @param watching what is observed meanwhile
/// @param exporting who is told of the figures meanwhile
/// @param out the run's directory; null for a new one
/// @param keyValues the workload on records that the operations come from; null for none
/// @param generators of the templates of the operations, by name
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

  /// Copies what can change.
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

  /// The same at another rate, with more rules, in another directory.
  ///
  /// @param moreRules beside those that it has
  public Plan at(Rate otherRate, List<Assertion> moreRules, String otherOut) {
    List<Assertion> rules = new ArrayList<>(failIf);
    rules.addAll(moreRules);
    return with(otherRate, count, rules, otherOut);
  }

  /// The same for what is left of a load phase, in another directory.
  ///
  /// @param rest how many records are left
  /// @param attempt how often it was tried again
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

  /// The target without passwords, for reports.
  public String displayTarget() {
    return Secrets.masked(target);
  }

  /// How many operations can be under way at once, whatever the driver.
  public int concurrency() {
    return Math.max(connections, workers);
  }
}
