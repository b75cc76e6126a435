package dev.takt.record.log;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What logs state about themselves.
///
/// @param tags all tags seen, selected or not, in alphabetical order; limited to some 1000
/// @param unit the unit of the values in words, if all logs state the same
/// @param estimate how the values were corrected for coordinated omission, if they were: they then
///   include an estimate of values that were not measured
public record LogFacts(List<String> tags, @Nullable String unit, @Nullable String estimate) {

  /// Rejects missing values.
  public LogFacts {
    Objects.requireNonNull(tags, "tags");
  }

  public LogFacts estimatedBy(String how) {
    return new LogFacts(tags, unit, estimate == null ? how : estimate + "; " + how);
  }
}
