package dev.takt.watch.probe;

import dev.takt.runs.Stall;
import java.util.List;

/// What of an outlier's time observers have an answer for.
///
/// @param outlier the operation
/// @param parts the stalls that fell on it, the one that covers most of it first
/// @param explainedNanos the time that at least one of them covers; where two of them overlap it
///   counts once
public record Explanation(Outlier outlier, List<Part> parts, long explainedNanos) {

  /// Takes a copy.
  public Explanation {
    parts = List.copyOf(parts);
  }

  /// A stall that fell on it.
  ///
  /// @param nanos the time that they share; more than 0
  public record Part(Stall stall, long nanos) {}

  /// The time for which nobody has an answer.
  public long unexplainedNanos() {
    return outlier.nanos() - explainedNanos;
  }

  /// The share of its time that is explained, from 0 to 1.
  public double explainedShare() {
    return outlier.nanos() == 0 ? 0 : (double) explainedNanos / outlier.nanos();
  }

  /// The share of its time that one stall covers, from 0 to 1.
  public double share(Part part) {
    return outlier.nanos() == 0 ? 0 : (double) part.nanos() / outlier.nanos();
  }
}
