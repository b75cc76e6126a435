package dev.takt.explain.compare;

import dev.takt.runs.Side;

/// What an operation cost in processor time, on either side of a comparison. It has no interval and
/// no verdict: there is one value for each run.
///
/// @param side whose processor time: the generator's or the target's
/// @param baseline nanoseconds for each operation that was sent, of all runs of the first side
///   together; NaN if that is not known of all of them
/// @param candidate the same of the second side
public record Cost(Side side, double baseline, double candidate) {

  /// By which part of the first side the second one needs more; NaN if that is not known.
  public double relative() {
    return baseline > 0 ? candidate / baseline - 1 : Double.NaN;
  }
}
