package dev.takt.record.log.algebra;

import dev.takt.record.log.LogFacts;

/// Receives rows while logs are read.
///
/// Called by one thread at a time, but not always by the same one.
///
/// @param <R> the type of a row
public interface Rows<R> {

  /// Called once, before the first row.
  ///
  /// @param facts what the logs state at their start; tags may still be missing
  void begin(LogFacts facts);

  /// Receives a row.
  void row(R row);
}
