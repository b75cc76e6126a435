package dev.takt.record.log.algebra;

import dev.takt.record.log.Selection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One interval in a few numbers.
///
/// @param log the name that its log was opened with
/// @param tag null if it has none
/// @param start in nanoseconds since 1970-01-01T00:00:00Z, if the log states its date
/// @param sinceStart the time from the logs' start to its begin, in nanoseconds
/// @param length in nanoseconds
/// @param figures what was recorded in it
public record IntervalRow(
    String log, @Nullable String tag, long start, long sinceStart, long length, Figures figures) {

  /// The figures of an interval, in the unit of the log.
  ///
  /// @param count the number of values
  /// @param p50 the median
  /// @param p99 the 99th percentile
  /// @param max the greatest value
  public record Figures(long count, double p50, double p99, double max) {}

  /// Rejects missing values.
  public IntervalRow {
    Objects.requireNonNull(log, "log");
    Objects.requireNonNull(figures, "figures");
  }

  /// The tag, or the name for no tag.
  public String name() {
    return tag == null ? Selection.UNTAGGED : tag;
  }
}
