package dev.takt.explain.compare;

import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import org.jspecify.annotations.Nullable;

/// What the observers saw of one kind of stall, on both sides.
///
/// @param side whose time was lost
/// @param kind what it was
/// @param baseline of the first side; null where nobody looked for it
/// @param candidate of the second side; null where nobody looked for it
public record CauseChange(
    Side side, StallKind kind, @Nullable Sum baseline, @Nullable Sum candidate) {

  /// Stalls of all runs of a side.
  ///
  /// @param count how many
  /// @param totalNanos their time; stalls that overlap count each
  /// @param longestNanos the longest one
  public record Sum(long count, long totalNanos, long longestNanos) {

    static final Sum NONE = new Sum(0, 0, 0);

    Sum plus(long nanos) {
      return new Sum(count + 1, totalNanos + nanos, Math.max(longestNanos, nanos));
    }
  }
}
