package dev.takt.load.config.source;

import java.util.Comparator;

/// A problem in a plan.
///
/// @param source the file or the flag
/// @param line in the file, from 1; 0 for a flag or for the file as a whole
/// @param column in the line, from 1; 0 likewise
/// @param key the key with its path: `operations[1].weight`; empty if the problem is not about one
///   key
/// @param message what was expected, and what was found
public record PlanProblem(String source, int line, int column, String key, String message) {

  /// Flags first, then a file from top to bottom.
  static final Comparator<PlanProblem> IN_ORDER =
      Comparator.comparingInt(PlanProblem::line).thenComparingInt(PlanProblem::column);

  /// Formats the problem like a compiler: `plan.yaml:3:7: rate: expected …`.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(source);
    if (line > 0) {
      text.append(':').append(line).append(':').append(column);
    }
    if (!key.isEmpty() && !isNamedBySource()) {
      text.append(": ").append(key);
    }
    return text.append(": ").append(message).toString();
  }

  private boolean isNamedBySource() {
    return source.equals("--" + key)
        || source.equals("--set " + key)
        || PlanKey.of(key).map(PlanKey::variable).filter(source::equals).isPresent();
  }
}
