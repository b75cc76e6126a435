package dev.takt.load.driver;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Drives one target over one protocol. Created once for a run by a [DriverProvider]; thread-safe.
public sealed interface Driver extends AutoCloseable
    permits BlockingDriver, WireDriver, AsyncDriver {

  /// A line about the target for the user, such as `PostgreSQL 16.2 at 127.0.0.1:5432`.
  String describe();

  /// The process of the target, if the driver has started it and knows it.
  default OptionalLong pid() {
    return OptionalLong.empty();
  }

  /// The parts of operations that it has timed since the last call. The engine calls this at the
  /// end of the warm-up and discards the result, and again after the last operation, before
  /// [#close].
  default List<DriverPart> parts() {
    return List.of();
  }

  /// What the successful operations of a kind have read or written so far; empty if the driver does
  /// not count that. Also after [#close].
  ///
  /// @param operation the index of the operation in the plan
  default Optional<RowCount> rowCount(int operation) {
    return Optional.empty();
  }

  /// Sets what is to be called once the operations have nothing left to do, such as those that read
  /// a table once. A run without such operations never calls it.
  ///
  /// @param end ends the run; may be called by any thread
  default void whenDone(Runnable end) {}

  /// What the user can do about failures, one sentence each; empty if there is nothing to advise.
  ///
  /// @param errors how often each kind of failure occurred, by its label
  default List<String> advice(Map<String, Long> errors) {
    return List.of();
  }

  /// What else it did that the user should know, one sentence each. Called after the last
  /// operation, before [#close].
  default List<String> notes() {
    return List.of();
  }

  /// Files in the run directory with the first failing answer of each kind, by the label of the
  /// failure; names are relative to the run directory. Called after the last operation, before
  /// [#close]; the files are complete then.
  default Map<String, String> failureFiles() {
    return Map.of();
  }

  /// Closes everything that the driver started. Called once, after the last operation.
  @Override
  void close();
}
