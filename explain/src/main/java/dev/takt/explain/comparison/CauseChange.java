package dev.takt.explain.comparison;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The stalls of one kind that observers recorded on both sides of a comparison.
///
/// @param side the side that was stalled
/// @param kind the kind of stall
/// @param baseline the stalls of the first side; null where no observer looked for them
/// @param candidate the stalls of the second side; null where no observer looked for them
public record CauseChange(
    Side side, StallKind kind, @Nullable Sum baseline, @Nullable Sum candidate) {

  /// The sum of the stalls of all runs of a side.
  ///
  /// @param count the number of stalls
  /// @param totalNanos their total time; overlapping stalls each count in full
  /// @param longestNanos the longest stall
  public record Sum(long count, long totalNanos, long longestNanos) {

    static final Sum NONE = new Sum(0, 0, 0);

    /// Adds the three numbers of another sum; an empty list is no stall.
    Sum plus(List<Long> more) {
      return more.isEmpty()
          ? this
          : new Sum(
              count + more.get(0), totalNanos + more.get(1), Math.max(longestNanos, more.get(2)));
    }
  }
}
