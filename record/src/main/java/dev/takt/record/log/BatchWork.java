package dev.takt.record.log;

import java.util.List;
import java.util.function.Consumer;

/// Processes neighbouring lines of a log. Used by one thread.
///
/// @param <R> the type of the result
@FunctionalInterface
public interface BatchWork<R> {

  /// Processes lines.
  ///
  /// @param logStart the start that the log states, or else its first interval; in nanoseconds
  ///   since 1970-01-01T00:00:00Z
  /// @param lines in the order of the log; they must not be kept
  /// @param problems receives what is wrong with the lines
  R of(long logStart, List<? extends EncodedInterval> lines, Consumer<Problem> problems);
}
