package dev.takt.driver.jdbc;

import java.util.List;

/// The statements of a key-value workload: each for all fields and for each single one.
///
/// @param table where statements for other fields are made
/// @param insert with all fields
record KeyValueSql(
    KeyValueTable table, ByFields read, ByFields update, ByFields scan, String insert) {

  /// @param product the database, as its driver calls it
  static KeyValueSql of(KeyValueTable table, String product) {
    return new KeyValueSql(
        table,
        ByFields.of(table, table::read),
        ByFields.of(table, table::update),
        ByFields.of(table, columns -> table.scan(columns, product)),
        table.insert(table.fields()));
  }

  /// Those that the database is to look at before the run: the others differ in a column only.
  List<String> samples() {
    return List.of(read.all, update.all, scan.all, insert);
  }

  /// One kind of statement.
  ///
  /// @param all for all fields
  /// @param single for the field of the same index
  record ByFields(String all, List<String> single) {

    private interface Maker {
      String statement(List<String> columns);
    }

    private static ByFields of(KeyValueTable table, Maker maker) {
      return new ByFields(
          maker.statement(table.fields()),
          table.fields().stream().map(field -> maker.statement(List.of(field))).toList());
    }
  }
}
