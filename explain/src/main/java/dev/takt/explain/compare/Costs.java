package dev.takt.explain.compare;

import dev.takt.runs.Balance;
import dev.takt.runs.RunSummary;
import dev.takt.runs.Side;
import dev.takt.runs.ThreadTimes;
import dev.takt.runs.ThreadTimes.ProcessTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What operations of two sides cost in processor time. Both are of whole runs, and so is the
/// number of operations: those of the warm-up cost as well.
final class Costs {

  private Costs() {}

  /// Those of the generator and of the target, as far as either is known of any side. A target's is
  /// known where it was profiled.
  static List<Cost> between(RunGroup baseline, RunGroup candidate) {
    List<Cost> costs = new ArrayList<>();
    for (Side side : List.of(Side.GENERATOR, Side.TARGET)) {
      Cost cost = new Cost(side, each(baseline, side), each(candidate, side));
      if (!Double.isNaN(cost.baseline()) || !Double.isNaN(cost.candidate())) {
        costs.add(cost);
      }
    }
    return costs;
  }

  /// For each operation, NaN if that is not known.
  private static double each(RunGroup group, Side side) {
    double nanos = 0;
    long operations = 0;
    for (RecordedRun run : group.runs()) {
      RunSummary summary = run.record().summary();
      if (summary == null) {
        return Double.NaN;
      }
      nanos += side == Side.GENERATOR ? generators(summary) : targets(run.threads());
      operations += sent(summary);
    }
    return operations > 0 ? nanos / operations : Double.NaN;
  }

  /// What one operation of a run cost its generator, in nanoseconds; NaN if that is not known.
  static double ofGenerator(RunSummary summary) {
    long operations = sent(summary);
    return operations > 0 ? generators(summary) / operations : Double.NaN;
  }

  /// How many operations were sent, those of the warm-up among them.
  static long sent(RunSummary summary) {
    return sent(summary.balance()) + sent(summary.warmup());
  }

  /// Which share of what was sent after the warm-up did not end well; 0 if nothing was sent.
  static double failed(RunSummary summary) {
    long sent = sent(summary.balance());
    return sent == 0 ? 0 : 1 - (double) summary.balance().completed() / sent;
  }

  private static long sent(Balance balance) {
    return balance.intended() - balance.neverSent();
  }

  /// Where it is not known, it is 0.
  private static double generators(RunSummary summary) {
    long nanos = summary.generator().cpuNanos();
    return nanos > 0 ? nanos : Double.NaN;
  }

  private static double targets(@Nullable ThreadTimes times) {
    double nanos = Double.NaN;
    for (ProcessTime each : times == null ? List.<ProcessTime>of() : times.processes()) {
      Long itsNanos = each.cpuNanos();
      if (each.side() == Side.TARGET && itsNanos != null) {
        nanos = (Double.isNaN(nanos) ? 0 : nanos) + itsNanos;
      }
    }
    return nanos;
  }
}
