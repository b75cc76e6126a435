package dev.takt.record.log;

import dev.takt.record.histogram.Counts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One line of a log.
///
/// @param line from 1
/// @param tag null if the line has none, which is not the same as an empty one
/// @param start in nanoseconds since 1970-01-01T00:00:00Z, as far as the log knows its date
/// @param length in nanoseconds
/// @param counts of its own, to be kept or changed
public record Interval(long line, @Nullable String tag, long start, long length, Counts counts) {

  /// Checks that nothing is missing.
  public Interval {
    Objects.requireNonNull(counts, "counts");
  }

  /// When it ended, in nanoseconds since 1970-01-01T00:00:00Z.
  public long end() {
    return start + length;
  }
}
