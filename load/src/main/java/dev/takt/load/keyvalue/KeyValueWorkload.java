package dev.takt.load.keyvalue;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// A workload on records, written by a user in Java: which operations there are, and what each
/// single one is about. A public class with a public constructor without parameters, named by
/// `--workload-class` and found by `--classpath`.
///
/// After [#origin] all methods are called by many threads at once. What is random should be a
/// function of the seed and the operation's number ([dev.takt.load.workload.Randomness] has such
/// functions): then a run can be repeated.
public interface KeyValueWorkload {

  /// Called once, before anything else.
  ///
  /// @param properties all that were given with `--workload` and `-p`
  /// @throws IllegalArgumentException if something is wrong with them, with a message for people
  void begin(Map<String, String> properties, long seed);

  /// The kinds of operations; each once.
  List<KeyValueKind> kinds();

  /// How often each of [#kinds] comes, relative to the others; each more than 0.
  default List<Double> weights() {
    return Collections.nCopies(kinds().size(), 1.0);
  }

  /// The table, collection or prefix that holds the records.
  default String table() {
    return "usertable";
  }

  /// The names of all fields of a record; at least one.
  List<String> fieldNames();

  /// How many bytes the value of a field has at most.
  int maxValueLength();

  /// Says what operation `n` is about.
  ///
  /// @param kind one of [#kinds]
  /// @param draft empty, to be filled; it is used again afterwards
  void draft(KeyValueKind kind, long n, KeyValueDraft draft);

  /// Says what the `n`-th record of the load phase is: its key, and the values of its fields.
  default void draftRecord(long n, KeyValueDraft draft) {
    draft(KeyValueKind.INSERT, n, draft);
  }

  /// Whether what is read is held against [#hasExpectedValues].
  default boolean checksValues() {
    return false;
  }

  /// Whether that is what a field of a record must hold.
  ///
  /// @param value from its position to its limit; both must stay as they are
  default boolean isRight(String key, int field, ByteBuffer value) {
    return true;
  }

  /// An operation has ended. One that was drafted and not sent is told as one that did not succeed,
  /// with the next draft of the same connection; of the last one of each connection, drafted when
  /// the run is already over, nothing is told any more.
  ///
  /// @param n its number
  default void ended(KeyValueKind kind, long n, boolean succeeded) {}
}
