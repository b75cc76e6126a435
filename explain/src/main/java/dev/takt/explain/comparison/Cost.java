package dev.takt.explain.comparison;

import dev.takt.runs.model.Side;
import org.jspecify.annotations.Nullable;

/// What an operation costs on both sides of a comparison. It has no confidence interval and no
/// verdict, since each run has only one value.
///
/// @param side whose cost: the generator's or the target's
/// @param unit what is counted
/// @param event the event of the target's performance counters, as in
///   [dev.takt.runs.counters.EventRate]; null for other costs
/// @param baseline units per operation sent, over all runs of the first side; NaN if unknown for
///   any of them
/// @param candidate the same for the second side
public record Cost(
    Side side, Unit unit, @Nullable String event, double baseline, double candidate) {

  /// What a cost counts.
  public enum Unit {
    /// Nanoseconds of CPU time.
    CPU_NANOS,
    /// Bytes allocated on the heap.
    ALLOCATED_BYTES,
    /// Events of a performance counter; instructions per cycle.
    EVENTS
  }

  /// Whether it is known on at least one side.
  boolean isKnown() {
    return !Double.isNaN(baseline) || !Double.isNaN(candidate);
  }

  /// The relative increase from the first side to the second; NaN if unknown.
  public double relative() {
    return baseline > 0 ? candidate / baseline - 1 : Double.NaN;
  }
}
