package dev.takt.cli.output;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSummary;
import org.jspecify.annotations.Nullable;

/// What there is to say of logs before the first row.
///
/// @param logs how many
/// @param facts what they say of themselves
/// @param summary their sum, or null if their windows follow, of which nobody knows the end yet
public record LogHeading(int logs, LogFacts facts, @Nullable LogSummary summary) {

  /// The logs as a whole.
  public static LogHeading of(int logs, LogSummary summary) {
    return new LogHeading(logs, summary.facts(), summary);
  }

  /// The logs window by window.
  public static LogHeading ofWindows(int logs, LogFacts facts) {
    return new LogHeading(logs, facts, null);
  }
}
