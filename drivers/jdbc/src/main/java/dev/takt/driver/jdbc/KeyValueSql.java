package dev.takt.driver.jdbc;

import java.util.List;

/// The statements of a key-value workload: each kind for all fields, and for each single field.
///
/// @param table generates the statements for other sets of fields
/// @param insert for all fields
record KeyValueSql(
    KeyValueTable table, ByFields read, ByFields update, ByFields scan, String insert) {

  /// @param product the database's name, as its driver reports it
  static KeyValueSql of(KeyValueTable table, String product) {
    return new KeyValueSql(
        table,
        ByFields.of(table, table::read),
        ByFields.of(table, table::update),
        ByFields.of(table, columns -> table.scan(columns, product)),
        table.insert(table.fields()));
  }

  /// The statements to check before the run; the others differ only in their columns.
  List<String> samples() {
    return List.of(read.all, update.all, scan.all, insert);
  }

  /// One kind of statement.
  ///
  /// @param all for all fields
  /// @param single for each single field, by field index
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
