package dev.takt.load.keyvalue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A workload on records, as a driver sees it: the kinds of operations and where to get each single
/// one from. Shared by all threads of a run; thread-safe.
public interface KeyValues {

  /// What the operations of the plan do, by their index.
  List<KeyValueKind> kinds();

  /// How often each of [#kinds] comes, relative to the others; each more than 0.
  default List<Double> weights() {
    return Collections.nCopies(kinds().size(), 1.0);
  }

  /// The generator has warmed itself and begins in earnest: requests that were made before have
  /// never reached a store, and what they inserted is not there. Called by the engine before the
  /// run's own requests are made.
  default void begin() {}

  /// The table (or collection, or prefix of the keys) that holds the records.
  String table();

  /// The names of all fields of a record, in their order; not empty.
  List<String> fieldNames();

  /// How many bytes the value of a field has at most.
  int maxValueLength();

  /// All properties of the workload as they were given, also those that only a driver knows; not
  /// modifiable.
  Map<String, String> properties();

  /// How many records are there before the workload begins; 0 if that is not known.
  default long recordCount() {
    return 0;
  }

  /// Whether it is the one that brings the records, and does nothing else.
  default boolean isLoadPhase() {
    return false;
  }

  /// What brings the records there that this one works with: its operation `n` inserts the `n`-th
  /// of [#recordCount]. For a store that is new with each run.
  ///
  /// @return null if that is not known
  default @Nullable KeyValues loadPhase() {
    return null;
  }

  /// What one connection, worker or slot makes its operations with. Each has its own; it is not
  /// thread-safe.
  KeyValueRequest newRequest();
}
