package dev.takt.record.log;

/// Where rows go that are made while logs are read.
///
/// Called by one thread at a time, not always the same.
///
/// @param <R> a row
public interface Rows<R> {

  /// Called once, before the first row.
  ///
  /// @param facts what the logs say of themselves at their beginning; of tags, they may know none
  ///   yet
  void begin(LogFacts facts);

  /// A row.
  void row(R row);
}
