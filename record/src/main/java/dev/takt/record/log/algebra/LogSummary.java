package dev.takt.record.log.algebra;

import dev.takt.record.log.LogFacts;
import dev.takt.record.text.Times;
import java.util.List;
import java.util.Objects;

/// The sum of logs.
///
/// @param series by tag, in alphabetical order, lines without a tag first
/// @param start the begin of the earliest interval, in nanoseconds since 1970-01-01T00:00:00Z if
///   the logs state their date; 0 if there is none
/// @param end the end of the last interval
/// @param logStart the start that the logs state, or else their first interval; windows count from
///   here
/// @param intervals the number of intervals
/// @param facts what the logs state about themselves
public record LogSummary(
    List<Series> series, long start, long end, long logStart, long intervals, LogFacts facts) {

  /// Rejects missing values.
  public LogSummary {
    Objects.requireNonNull(series, "series");
    Objects.requireNonNull(facts, "facts");
  }

  /// Whether the logs state their date, rather than count from 0.
  public boolean isDated() {
    return start >= Times.A_YEAR;
  }
}
