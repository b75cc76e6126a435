package dev.takt.load.keyvalue;

import java.nio.ByteBuffer;

/// One operation on a key-value store: its key, fields and values. The object is reused: [#prepare]
/// fills it for each operation. After that, no method allocates except for the text that [#key]
/// returns. Not thread-safe.
public interface KeyValueRequest {

  /// Prepares operation `n`, of the kind `kinds().get(operation)`. Preparing the current operation
  /// again changes nothing, so a resent operation stays the same.
  ///
  /// @param operation the index of the operation in the plan
  /// @param n its number in the schedule
  void prepare(int operation, long n);

  /// The kind of the operation.
  KeyValueKind kind();

  /// The record's key; for a scan, the key of the first record.
  String key();

  /// Appends the key in ASCII.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  void putKey(ByteBuffer out);

  /// How many bytes [#putKey] appends.
  int keyLength();

  /// How many records a scan returns; 0 for other kinds.
  int scanLength();

  /// Whether all fields are read, so that they need not be named. Undefined if nothing is read.
  boolean readsAllFields();

  /// The index (in [KeyValues#fieldNames]) of the field that is read, if not all are.
  int readField();

  /// How many fields are written; 0 for none.
  int writtenFields();

  /// The index (in [KeyValues#fieldNames]) of the `i`-th written field.
  int writtenField(int i);

  /// The length in bytes of the `i`-th written value.
  int valueLength(int i);

  /// Appends the `i`-th written value: printable ASCII.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  void putValue(int i, ByteBuffer out);

  /// Whether values that are read must be verified with [#isRight].
  boolean checksValues();

  /// Whether `value`, from its position to its limit, is the expected value of the field. Does not
  /// change the buffer's position.
  boolean isRight(int field, ByteBuffer value);

  /// Reports the end of the operation. Other operations can choose an inserted record only after
  /// this call reports success. Call it once for each prepared operation, also on failure. Without
  /// this call, the next [#prepare] counts the operation as failed.
  void ended(boolean succeeded);
}
