package dev.takt.record.log;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One interval in a few numbers.
///
/// @param log what its log was opened as
/// @param tag null if it has none
/// @param start in nanoseconds since 1970-01-01T00:00:00Z, as far as the log knows its date
/// @param sinceStart how long after the logs' start it began, in nanoseconds
/// @param length in nanoseconds
/// @param count how many values it has
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

  /// Checks that nothing is missing.
  public IntervalRow {
    Objects.requireNonNull(log, "log");
  }

  /// The tag, or what stands for no tag.
  public String name() {
    return tag == null ? Selection.UNTAGGED : tag;
  }
}
