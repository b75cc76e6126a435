package dev.takt.load.keyvalue;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// A key-value workload that a user writes in Java. It defines the kinds of operations and the
/// contents of each operation. A public class with a public no-argument constructor, named by
/// `--workload-class` and loaded from `--classpath`.
///
/// After [#begin], many threads call all methods concurrently. Random choices should be a function
/// of the seed and the operation's number, so that a run can be repeated;
/// [dev.takt.load.workload.Randomness] has such functions.
public interface KeyValueWorkload {

  /// Initialises the workload. Called once, before all other methods.
  ///
  /// @param properties all properties given with `--workload` and `-p`
  /// @throws IllegalArgumentException if a property is invalid, with a message for people
  void begin(Map<String, String> properties, long seed);

  /// The kinds of operations, without duplicates.
  List<KeyValueKind> kinds();

  /// The relative frequency of each of [#kinds]; each greater than 0.
  default List<Double> weights() {
    return Collections.nCopies(kinds().size(), 1.0);
  }

  /// The table, collection or prefix that holds the records.
  default String table() {
    return "usertable";
  }

  /// The names of all fields of a record; at least one.
  List<String> fieldNames();

  /// The maximum length in bytes of a field's value.
  int maxValueLength();

  /// Fills in operation `n`.
  ///
  /// @param kind one of [#kinds]
  /// @param draft empty; it is reused after the call
  void draft(KeyValueKind kind, long n, KeyValueDraft draft);

  /// Fills in the `n`-th record of the load phase: its key and the values of its fields.
  default void draftRecord(long n, KeyValueDraft draft) {
    draft(KeyValueKind.INSERT, n, draft);
  }

  /// Whether values that are read are verified with [#isRight].
  default boolean checksValues() {
    return false;
  }

  /// Whether a field of a record has the expected value.
  ///
  /// @param value from its position to its limit, neither of which may be changed
  default boolean isRight(String key, int field, ByteBuffer value) {
    return true;
  }

  /// Called when an operation has ended. An operation that was drafted but not sent counts as
  /// failed, and is reported when its connection drafts the next one. An operation drafted after
  /// the end of the run, the last one of each connection, is not reported.
  ///
  /// @param n the operation's number
  default void ended(KeyValueKind kind, long n, boolean succeeded) {}
}
