package dev.takt.load.driver;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Speaks one protocol to one target. Made once for a run by a [DriverProvider]; thread-safe.
public sealed interface Driver extends AutoCloseable
    permits BlockingDriver, WireDriver, AsyncDriver {

  /// A line about the target for people, such as `PostgreSQL 16.2 at 127.0.0.1:5432`.
  String describe();

  /// The process that is driven, where the driver started it and knows it.
  default OptionalLong pid() {
    return OptionalLong.empty();
  }

  /// What it has timed beside the operations themselves since this was asked for last. Asked for
  /// when the warm-up is over, for nothing, and after the last operation, before [#close].
  default List<DriverPart> parts() {
    return List.of();
  }

  /// What a user can do about failures, a sentence for each; empty if there is nothing to say.
  ///
  /// @param errors how often each kind of failure was seen, by its label
  default List<String> advice(Map<String, Long> errors) {
    return List.of();
  }

  /// Files in the run directory with the first failing answer of each kind, by the label of the
  /// failure; names are relative to the run directory. Asked for after the last operation, before
  /// [#close]; the files are complete then.
  default Map<String, String> failureFiles() {
    return Map.of();
  }

  /// Ends what the driver started. Called once, after the last operation.
  @Override
  void close();
}
