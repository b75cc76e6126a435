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
/// @param count the number of its values
/// @param p50 the median, in the unit of the log
/// @param p99 the 99th percentile
/// @param max the greatest value
public record IntervalRow(
    String log,
    @Nullable String tag,
    long start,
    long sinceStart,
    long length,
    long count,
    double p50,
    double p99,
    double max) {

  /// Rejects missing values.
  public IntervalRow {
    Objects.requireNonNull(log, "log");
  }

  /// The tag, or the name for no tag.
  public String name() {
    return tag == null ? Selection.UNTAGGED : tag;
  }
}
