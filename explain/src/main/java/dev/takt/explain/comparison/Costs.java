package dev.takt.explain.comparison;

import dev.takt.explain.comparison.Cost.Unit;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Baseline.Work;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.ThreadTimes;
import dev.takt.runs.model.ThreadTimes.ProcessTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Computes what an operation costs on two sides: CPU time of the generator and of the target, what
/// the target allocates, and what its performance counters counted. CPU time and its number of
/// operations include the warm-up.
final class Costs {

  private Costs() {}

  /// The costs that are known for at least one side. The target's CPU time is known where it was
  /// profiled, its allocations where it was watched, its counters where it was watched deeply.
  static List<Cost> between(RunGroup baseline, RunGroup candidate) {
    List<Cost> costs = new ArrayList<>();
    for (Side side : List.of(Side.GENERATOR, Side.TARGET)) {
      costs.add(
          new Cost(
              side,
              Unit.CPU_NANOS,
              null,
              nanosPerOperation(baseline, side),
              nanosPerOperation(candidate, side)));
    }
    costs.add(
        new Cost(
            Side.TARGET,
            Unit.ALLOCATED_BYTES,
            null,
            bytesPerOperation(baseline),
            bytesPerOperation(candidate)));
    for (String event : EventRate.EVENTS) {
      costs.add(events(event, baseline, candidate));
    }
    costs.add(events(EventRate.IPC, baseline, candidate));
    return costs.stream().filter(Cost::isKnown).toList();
  }

  /// Nanoseconds per operation; NaN if unknown.
  private static double nanosPerOperation(RunGroup group, Side side) {
    double nanos = 0;
    long operations = 0;
    for (RecordedRun run : group.runs()) {
      Work work = run.content().work();
      if (work == null) {
        return Double.NaN;
      }
      nanos += side == Side.GENERATOR ? generatorNanos(work) : targetNanos(work);
      operations += work.sent();
    }
    return operations > 0 ? nanos / operations : Double.NaN;
  }

  /// The mean of the runs; NaN if unknown for any of them.
  private static double bytesPerOperation(RunGroup group) {
    return group.runs().stream()
        .map(each -> each.content().allocation())
        .mapToDouble(each -> each == null ? Double.NaN : each.bytesPerOperation())
        .average()
        .orElse(Double.NaN);
  }

  private static Cost events(String event, RunGroup baseline, RunGroup candidate) {
    return new Cost(
        Side.TARGET,
        Unit.EVENTS,
        event,
        perOperation(event, baseline),
        perOperation(event, candidate));
  }

  /// The mean of the runs; NaN if unknown for any of them.
  private static double perOperation(String event, RunGroup group) {
    return group.runs().stream()
        .map(each -> EventRate.of(each.content().counters(), event))
        .mapToDouble(each -> each == null ? Double.NaN : each.perOperation())
        .average()
        .orElse(Double.NaN);
  }

  /// The generator's CPU time per operation of a run, in nanoseconds; NaN if unknown.
  static double ofGenerator(Work work) {
    return work.sent() > 0 ? generatorNanos(work) / work.sent() : Double.NaN;
  }

  /// What the generator did, and what it cost; null without a summary.
  static @Nullable Work of(@Nullable RunSummary summary, @Nullable ThreadTimes threads) {
    if (summary == null) {
      return null;
    }
    Balance measured = summary.results().balance();
    long sent = sent(measured);
    return new Work(
        summary.execution().mode(),
        summary.generator().verdict(),
        summary.execution().durationNanos(),
        summary.generator().stalls().totalNanos(),
        summary.generator().usage().cpuNanos(),
        targetNanos(threads),
        sent + sent(summary.results().warmup()),
        sent == 0 ? 0 : 1 - (double) measured.completed() / sent);
  }

  private static long sent(Balance balance) {
    return balance.intended() - balance.neverSent();
  }

  /// The generator's CPU time; NaN if unknown, which the summary stores as 0.
  private static double generatorNanos(Work work) {
    return work.cpuNanos() > 0 ? work.cpuNanos() : Double.NaN;
  }

  private static double targetNanos(Work work) {
    Long nanos = work.targetCpuNanos();
    return nanos == null ? Double.NaN : nanos;
  }

  /// The CPU time of the target's processes; null if unknown.
  private static @Nullable Long targetNanos(@Nullable ThreadTimes times) {
    Long nanos = null;
    for (ProcessTime each : times == null ? List.<ProcessTime>of() : times.processes()) {
      Long itsNanos = each.cpuNanos();
      if (each.side() == Side.TARGET && itsNanos != null) {
        nanos = (nanos == null ? 0 : nanos) + itsNanos;
      }
    }
    return nanos;
  }
}
