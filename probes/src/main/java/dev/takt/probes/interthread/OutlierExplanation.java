package dev.takt.probes.interthread;

import dev.takt.runs.model.Stall;
import java.util.List;

/// How much of an outlier's time is covered by observed stalls.
///
/// @param outlier the operation
/// @param parts the stalls that overlap it, by decreasing overlap
/// @param explainedNanos the time that at least one of them covers; overlapping stalls count once
public record OutlierExplanation(Outlier outlier, List<Part> parts, long explainedNanos) {

  /// Takes a copy.
  public OutlierExplanation {
    parts = List.copyOf(parts);
  }

  /// A stall that overlaps the outlier.
  ///
  /// @param nanos the overlap; more than 0
  public record Part(Stall stall, long nanos) {}

  /// The time that no stall covers.
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
