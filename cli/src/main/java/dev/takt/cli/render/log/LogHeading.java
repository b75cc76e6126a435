package dev.takt.cli.render.log;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.algebra.LogSummary;
import org.jspecify.annotations.Nullable;

/// The information about logs that precedes the first row.
///
/// @param logs how many
/// @param facts their metadata
/// @param summary their sum, or null if windows follow, whose end is not known yet
public record LogHeading(int logs, LogFacts facts, @Nullable LogSummary summary) {

  /// The heading of a summary.
  public static LogHeading of(int logs, LogSummary summary) {
    return new LogHeading(logs, summary.facts(), summary);
  }

  /// The heading of windows.
  public static LogHeading ofWindows(int logs, LogFacts facts) {
    return new LogHeading(logs, facts, null);
  }
}
