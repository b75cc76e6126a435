package dev.takt.load.keyvalue;

import dev.takt.runs.text.EnglishText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The contents of one operation, filled in by a [KeyValueWorkload].
public final class KeyValueDraft {

  /// Stands for reading all fields.
  static final int ALL = -1;

  /// A field to write.
  @SuppressWarnings("ArrayRecordComponent")
  record Written(int field, byte[] value) {}

  private final List<Written> written = new ArrayList<>();
  private String key = "";
  private int readField = ALL;
  private int scanLength = 1;

  KeyValueDraft() {}

  /// Sets the record's key, in printable ASCII; for a scan, the key of the first record.
  public KeyValueDraft key(String text) {
    key = text;
    return this;
  }

  /// Writes a field; not for reads and scans.
  ///
  /// @param field its index in [KeyValueWorkload#fieldNames]
  public KeyValueDraft write(int field, byte[] value) {
    written.add(new Written(field, value));
    return this;
  }

  /// The same for a text of printable ASCII.
  public KeyValueDraft write(int field, String value) {
    return write(field, value.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Reads one field instead of all.
  public KeyValueDraft readOnly(int field) {
    readField = field;
    return this;
  }

  /// Sets how many records a scan returns; the default is one.
  public KeyValueDraft scanLength(int records) {
    scanLength = records;
    return this;
  }

  void clear() {
    written.clear();
    key = "";
    readField = ALL;
    scanLength = 1;
  }

  String key() {
    return key;
  }

  int readField() {
    return readField;
  }

  int scanLength() {
    return scanLength;
  }

  List<Written> written() {
    return written;
  }

  /// @throws IllegalStateException if the operation is invalid, with the reason
  void check(KeyValueKind kind, int fields, int mostBytes) {
    if (key.isEmpty() || !StandardCharsets.US_ASCII.newEncoder().canEncode(key)) {
      throw new IllegalStateException("the workload gave a key that is empty or not ASCII");
    }
    for (Written each : written) {
      if (each.field < 0 || each.field >= fields || each.value.length > mostBytes) {
        throw new IllegalStateException(
            EnglishText.format(
                "the workload wrote %d bytes to field %d; there are %d fields of %d bytes at most",
                each.value.length, each.field, fields, mostBytes));
      }
    }
    boolean writes = kind != KeyValueKind.READ && kind != KeyValueKind.SCAN;
    if (writes == written.isEmpty() || readField < ALL || readField >= fields || scanLength < 1) {
      throw new IllegalStateException(
          EnglishText.format(
              "the workload's %s of key %s writes %d fields, reads field %d and scans %d records",
              kind.operationName(), key, written.size(), readField, scanLength));
    }
  }
}
