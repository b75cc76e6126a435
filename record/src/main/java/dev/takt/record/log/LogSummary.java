package dev.takt.record.log;

import java.util.List;
import java.util.Objects;

/// Logs, added up.
///
/// @param series tag by tag, in alphabetical order, lines without a tag first
/// @param start when the earliest interval began, in nanoseconds since 1970-01-01T00:00:00Z as far
///   as the logs know their date; 0 if there is none
/// @param end when the last interval ended
/// @param logStart what the logs say that they start with, or else their first interval: from here
///   windows count
/// @param intervals how many there were
/// @param facts what the logs say of themselves
public record LogSummary(
    List<Series> series, long start, long end, long logStart, long intervals, LogFacts facts) {

  /// Checks that nothing is missing.
  public LogSummary {
    Objects.requireNonNull(series, "series");
    Objects.requireNonNull(facts, "facts");
  }

  /// Whether the logs know when they were written, and do not only count from 0.
  public boolean isDated() {
    return start >= Times.A_YEAR;
  }
}
