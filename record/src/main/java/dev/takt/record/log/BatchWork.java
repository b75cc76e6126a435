package dev.takt.record.log;

import java.util.List;
import java.util.function.Consumer;

/// What is made of neighbouring lines of a log. Used by one thread.
///
/// @param <R> what becomes of them
@FunctionalInterface
public interface BatchWork<R> {

  /// Makes something of lines.
  ///
  /// @param logStart what the log says that it starts with, or else its first interval; in
  ///   nanoseconds since 1970-01-01T00:00:00Z
  /// @param lines in the order of the log; they must not be kept
  /// @param problems is told what is wrong with them
  R of(long logStart, List<? extends EncodedInterval> lines, Consumer<Problem> problems);
}
