package dev.takt.load.keyvalue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A key-value workload, as drivers see it: its kinds of operations, and a factory for requests.
/// Shared by all threads of a run; thread-safe.
public interface KeyValues {

  /// The kinds of the plan's operations, by index.
  List<KeyValueKind> kinds();

  /// The relative frequency of each of [#kinds]; each greater than 0.
  default List<Double> weights() {
    return Collections.nCopies(kinds().size(), 1.0);
  }

  /// Called by the engine after the generator's self-warm-up, before it creates the requests of the
  /// run. Earlier requests never reached a store, so their inserted records do not exist.
  default void begin() {}

  /// The table, collection or key prefix that holds the records.
  String table();

  /// The names of all fields of a record, in order; not empty.
  List<String> fieldNames();

  /// The maximum length in bytes of a field's value.
  int maxValueLength();

  /// All properties of the workload, including those that only a driver knows; unmodifiable.
  Map<String, String> properties();

  /// The number of records before the workload begins; 0 if unknown.
  default long recordCount() {
    return 0;
  }

  /// Whether this is a load phase, which only inserts records.
  default boolean isLoadPhase() {
    return false;
  }

  /// The load phase for this workload's records: its operation `n` inserts the `n`-th of
  /// [#recordCount]. For stores that are created for each run.
  ///
  /// @return null if it is unknown
  default @Nullable KeyValues loadPhase() {
    return null;
  }

  /// Creates the request object of one connection, worker or slot. It is not thread-safe.
  KeyValueRequest newRequest();
}
