package dev.takt.record.log;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What logs say of themselves.
///
/// @param tags all tags that were seen, whether they were asked for or not, in alphabetical order;
///   at most some 1000
/// @param unit the unit of the values in words, if all logs say the same
/// @param estimate how the values were corrected for coordinated omission, if they were: they then
///   are an estimate of what was not measured
public record LogFacts(List<String> tags, @Nullable String unit, @Nullable String estimate) {

  /// Checks that nothing is missing.
  public LogFacts {
    Objects.requireNonNull(tags, "tags");
  }

  LogFacts estimatedBy(String how) {
    return new LogFacts(tags, unit, estimate == null ? how : estimate + "; " + how);
  }
}
