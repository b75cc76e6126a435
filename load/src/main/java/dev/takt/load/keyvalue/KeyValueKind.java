package dev.takt.load.keyvalue;

import java.util.Locale;

/// What is done to a store of records.
public enum KeyValueKind {
  /// Reads one record.
  READ,
  /// Overwrites some or all fields of one record that is there.
  UPDATE,
  /// Writes a record that is not there yet.
  INSERT,
  /// Reads records in the order of their keys, from a key on.
  SCAN,
  /// Reads a record, and when that is done writes to it, whatever the read said: as YCSB does. It
  /// has failed if one of the two has, and the read's failure is told rather than the write's. Only
  /// a connection that is lost keeps it from writing.
  READ_MODIFY_WRITE;

  /// The name of the operation in plans, tags and reports: `read-modify-write`.
  public String operationName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
