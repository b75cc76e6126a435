package dev.takt.load.keyvalue;

import java.nio.ByteBuffer;

/// One operation on a store of records: which key, which fields, which values. It is made once and
/// filled anew for each operation by [#prepare]; whatever is asked of it then allocates nothing but
/// the text that [#fileKey] gives. Used by one thread at a time.
public interface KeyValueRequest {

  /// Becomes operation `n`, which is of the kind `kinds().get(operation)`. To prepare the operation
  /// that it is already changes nothing: one that is sent again stays what it was.
  ///
  /// @param operation the index of the operation in the plan
  /// @param n its number in the schedule
  void prepare(int operation, long n);

  /// What is to be done.
  KeyValueKind kind();

  /// The record's key; of a scan, that of the first record.
  String key();

  /// Appends the key in ASCII.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  void putKey(ByteBuffer out);

  /// How many bytes [#putKey] appends.
  int keyLength();

  /// How many records a scan is to give; 0 for other kinds.
  int scanLength();

  /// Whether all fields are read: then there is no need to name them. Without meaning where nothing
  /// is read.
  boolean readsAllFields();

  /// The index (in [KeyValues#fieldNames]) of the one field that is read, where not all are.
  int readField();

  /// How many fields are written; 0 where nothing is.
  int writtenFields();

  /// The index (in [KeyValues#fieldNames]) of the `i`-th field that is written.
  int writtenField(int i);

  /// How many bytes the value of the `i`-th field that is written has.
  int valueLength(int i);

  /// Appends the value of the `i`-th field that is written: printable ASCII.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  void putValue(int i, ByteBuffer out);

  /// Whether what is read is to be held against what must have been written.
  boolean checksValues();

  /// Whether `value`, from its position to its limit, is what the field of this operation's record
  /// must hold. Leaves the buffer's position as it was.
  boolean isRight(int field, ByteBuffer value);

  /// The operation has ended. Only when an insert has succeeded can others choose its record. To be
  /// told once for each operation that was prepared, also if it failed; an operation of which
  /// nothing is told is taken for one that failed when the next is prepared.
  void ended(boolean succeeded);
}
