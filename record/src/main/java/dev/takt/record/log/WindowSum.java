package dev.takt.record.log;

import java.util.Objects;

/// The intervals of one tag that start in one window, added up.
///
/// @param start when the window begins, in nanoseconds since 1970-01-01T00:00:00Z as far as the
///   logs know their date
/// @param length of the window, in nanoseconds
/// @param sinceStart how long after the logs' start the window begins, in nanoseconds; may be
///   negative
/// @param series what the intervals hold
public record WindowSum(long start, long length, long sinceStart, Series series) {

  /// Checks that nothing is missing.
  public WindowSum {
    Objects.requireNonNull(series, "series");
  }

  /// The same, beginning no earlier than a moment in it.
  WindowSum since(long moment) {
    long late = Math.max(0, moment - start);
    return new WindowSum(start + late, length - late, sinceStart + late, series);
  }

  /// The same, ending no later than a moment in it.
  WindowSum until(long moment) {
    return new WindowSum(start, Math.min(length, moment - start), sinceStart, series);
  }

  /// Whether the logs know when they were written, and do not only count from 0.
  public boolean isDated() {
    return start >= Times.A_YEAR;
  }
}
