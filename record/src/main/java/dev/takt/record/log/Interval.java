package dev.takt.record.log;

import dev.takt.record.histogram.Counts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One line of a log.
///
/// @param line from 1
/// @param tag null if the line has no tag; an empty tag is a different one
/// @param start in nanoseconds since 1970-01-01T00:00:00Z, if the log states its date
/// @param length in nanoseconds
/// @param counts not shared: the caller may keep or change them
public record Interval(long line, @Nullable String tag, long start, long length, Counts counts) {

  /// Rejects missing values.
  public Interval {
    Objects.requireNonNull(counts, "counts");
  }

  /// The end of the interval, in nanoseconds since 1970-01-01T00:00:00Z.
  public long end() {
    return start + length;
  }
}
