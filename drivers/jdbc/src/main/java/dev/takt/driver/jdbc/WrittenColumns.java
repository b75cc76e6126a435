package dev.takt.driver.jdbc;

import dev.takt.load.keyvalue.KeyValueRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The columns that one operation writes, and the statements for just these. A user's workload may
/// write any fields in any order; the statements have them in the table's order, so that there are
/// no more of them than needed. Used by one thread.
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

  /// Becomes the columns that a request writes.
  void of(KeyValueRequest request) {
    written.clear();
    for (int i = 0; i < request.writtenFields(); i++) {
      written.set(request.writtenField(i));
    }
  }

  /// How many there are; a field that is written twice is one of them.
  int count() {
    return written.cardinality();
  }

  /// The parameter that a field's value is bound to.
  ///
  /// @param field one of those that are written
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
