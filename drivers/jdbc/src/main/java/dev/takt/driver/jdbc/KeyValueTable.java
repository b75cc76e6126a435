package dev.takt.driver.jdbc;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The table of a key-value workload, as YCSB defines it: a key and one column for each field.
///
/// @param name of the table, optionally with its schema
/// @param fields the names of the columns
record KeyValueTable(String name, List<String> fields) {

  static final String KEY = "YCSB_KEY";

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern QUALIFIED = Pattern.compile("(" + IDENTIFIER + "\\.)?" + IDENTIFIER);

  /// Whether the names can be used in a statement without quotes.
  boolean hasPlainNames() {
    return QUALIFIED.matcher(name).matches()
        && fields.stream().allMatch(field -> IDENTIFIER.matcher(field).matches());
  }

  /// Creates the table if it does not exist.
  ///
  /// @param product the database's name, as its driver reports it
  String create(String product) {
    boolean needsLengths = isOneOf(product, "mysql", "mariadb");
    String type = needsLengths ? " text" : " varchar";
    return fields.stream()
        .map(field -> ", " + field + type)
        .collect(
            Collectors.joining(
                "",
                "create table if not exists " + name + " (" + KEY + " varchar(255) primary key",
                ")"));
  }

  String read(List<String> columns) {
    return "select " + String.join(", ", columns) + " from " + name + " where " + KEY + " = ?";
  }

  String update(List<String> columns) {
    return "update "
        + name
        + " set "
        + columns.stream().map(column -> column + " = ?").collect(Collectors.joining(", "))
        + " where "
        + KEY
        + " = ?";
  }

  /// The key is the last parameter, as in [#update].
  String insert(List<String> columns) {
    return "insert into "
        + name
        + " ("
        + String.join(", ", columns)
        + ", "
        + KEY
        + ") values ("
        + String.join(", ", Collections.nCopies(columns.size() + 1, "?"))
        + ")";
  }

  /// The first parameter is the key to start from, the second the number of records to read.
  ///
  /// @param product the database's name, as its driver reports it
  String scan(List<String> columns, String product) {
    String limit =
        isOneOf(product, "oracle", "derby", "db2")
            ? " fetch first ? rows only"
            : isOneOf(product, "microsoft sql server")
                ? " offset 0 rows fetch next ? rows only"
                : " limit ?";
    return "select "
        + KEY
        + ", "
        + String.join(", ", columns)
        + " from "
        + name
        + " where "
        + KEY
        + " >= ? order by "
        + KEY
        + limit;
  }

  private static boolean isOneOf(String product, String... names) {
    String lower = product.toLowerCase(Locale.ROOT);
    for (String each : names) {
      if (lower.contains(each)) {
        return true;
      }
    }
    return false;
  }
}
