package dev.takt.record.log.algebra;

import dev.takt.record.text.Times;
import java.util.Objects;

/// The sum of the intervals of one tag that start in one window.
///
/// @param start the window's start, in nanoseconds since 1970-01-01T00:00:00Z if the logs state
///   their date
/// @param length of the window, in nanoseconds
/// @param sinceStart the time from the logs' start to the window's start, in nanoseconds; may be
///   negative
/// @param series the sum of the intervals
public record WindowSum(long start, long length, long sinceStart, Series series) {

  /// Rejects missing values.
  public WindowSum {
    Objects.requireNonNull(series, "series");
  }

  /// The same window, trimmed to start no earlier than a moment in it.
  WindowSum since(long moment) {
    long late = Math.max(0, moment - start);
    return new WindowSum(start + late, length - late, sinceStart + late, series);
  }

  /// The same window, trimmed to end no later than a moment in it.
  WindowSum until(long moment) {
    return new WindowSum(start, Math.min(length, moment - start), sinceStart, series);
  }

  /// Whether the logs state their date, rather than count from 0.
  public boolean isDated() {
    return start >= Times.A_YEAR;
  }
}
