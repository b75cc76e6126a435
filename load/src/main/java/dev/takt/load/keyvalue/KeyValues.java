package dev.takt.load.keyvalue;

import java.util.List;
import java.util.Map;

/// A workload on records, as a driver sees it: the kinds of operations and where to get each single
/// one from. Shared by all threads of a run; thread-safe.
public interface KeyValues {

  /// What the operations of the plan do, by their index.
  List<KeyValueKind> kinds();

  /// The table (or collection, or prefix of the keys) that holds the records.
  String table();

  /// The names of all fields of a record, in their order; not empty.
  List<String> fieldNames();

  /// How many bytes the value of a field has at most.
  int maxValueLength();

  /// All properties of the workload as they were given, also those that only a driver knows; not
  /// modifiable.
  Map<String, String> properties();

  /// What one connection, worker or slot makes its operations with. Each has its own; it is not
  /// thread-safe.
  KeyValueRequest newRequest();
}
