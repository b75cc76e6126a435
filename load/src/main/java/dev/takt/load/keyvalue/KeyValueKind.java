package dev.takt.load.keyvalue;

import java.util.Locale;

/// The kinds of operations on a key-value store.
public enum KeyValueKind {
  /// Reads one record.
  READ,
  /// Overwrites some or all fields of an existing record.
  UPDATE,
  /// Writes a new record.
  INSERT,
  /// Reads records in key order, from a given key on.
  SCAN,
  /// Reads a record, then writes to it, whatever the result of the read, as YCSB does. Fails if
  /// either part fails; if both fail, the read's failure is reported. The write is skipped only if
  /// the connection is lost.
  READ_MODIFY_WRITE;

  /// The name of the operation in plans, tags and reports: `read-modify-write`.
  public String operationName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
