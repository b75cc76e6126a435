package dev.takt.explain.comparison;

import dev.takt.runs.model.Side;

/// The CPU time per operation on both sides of a comparison. It has no confidence interval and no
/// verdict, since each run has only one value.
///
/// @param side whose CPU time: the generator's or the target's
/// @param baseline nanoseconds per operation sent, over all runs of the first side; NaN if unknown
///   for any of them
/// @param candidate the same for the second side
public record Cost(Side side, double baseline, double candidate) {

  /// The relative increase from the first side to the second; NaN if unknown.
  public double relative() {
    return baseline > 0 ? candidate / baseline - 1 : Double.NaN;
  }
}
