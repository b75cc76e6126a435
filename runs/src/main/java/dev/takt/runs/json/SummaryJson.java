package dev.takt.runs.json;

import dev.takt.runs.model.RunSummary;

/// Writes a summary as JSON, as `--format json` prints it and `run.json` holds it. Its schema is
/// [Schemas#summary].
public final class SummaryJson {

  private SummaryJson() {}

  /// Returns indented JSON, with the keys in the order of the records' components and a line break
  /// at the end.
  public static String write(RunSummary summary) {
    return JsonText.of(summary);
  }
}
