package dev.takt.driver.jdbc;

import dev.takt.load.keyvalue.KeyValueRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The columns that one operation writes, and the statements for exactly these. A user's workload
/// may write any fields in any order. The statements list them in the table's order, which keeps
/// the number of different statements low. Not thread-safe.
final class WrittenColumns {

  private final KeyValueSql sql;
  private final List<String> names;
  private final BitSet written = new BitSet();
  private final Map<BitSet, String> updates = new HashMap<>();
  private final Map<BitSet, String> inserts = new HashMap<>();

  WrittenColumns(KeyValueSql sql) {
    this.sql = sql;
    this.names = sql.table().fields();
  }

  /// Sets the columns to those that a request writes.
  void of(KeyValueRequest request) {
    written.clear();
    for (int i = 0; i < request.writtenFields(); i++) {
      written.set(request.writtenField(i));
    }
  }

  /// The number of columns; a field that is written twice counts once.
  int count() {
    return written.cardinality();
  }

  /// The index of the parameter for a field's value.
  ///
  /// @param field one of the written fields
  int parameter(int field) {
    boolean allBefore = written.nextClearBit(0) > field;
    return 1 + (allBefore ? field : written.get(0, field).cardinality());
  }

  String update() {
    int count = count();
    if (count == names.size()) {
      return sql.update().all();
    }
    if (count == 1) {
      return sql.update().single().get(written.nextSetBit(0));
    }
    String known = updates.get(written);
    return known == null ? remember(updates, sql.table().update(chosen())) : known;
  }

  String insert() {
    if (count() == names.size()) {
      return sql.insert();
    }
    String known = inserts.get(written);
    return known == null ? remember(inserts, sql.table().insert(chosen())) : known;
  }

  private String remember(Map<BitSet, String> statements, String statement) {
    statements.put((BitSet) written.clone(), statement);
    return statement;
  }

  private List<String> chosen() {
    List<String> chosen = new ArrayList<>();
    for (int i = written.nextSetBit(0); i >= 0; i = written.nextSetBit(i + 1)) {
      chosen.add(names.get(i));
    }
    return chosen;
  }
}
