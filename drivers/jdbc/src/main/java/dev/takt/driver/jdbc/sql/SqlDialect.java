package dev.takt.driver.jdbc.sql;

import java.util.Locale;

/// The differences between databases in the lexical syntax of statements.
public enum SqlDialect {
  /// PostgreSQL, and databases with its dialect.
  POSTGRESQL,
  /// MySQL and MariaDB in their default mode: `\` escapes, `"` quotes strings, `#` begins a
  /// comment.
  MYSQL,
  /// SQLite.
  SQLITE,
  /// Microsoft SQL Server and Sybase.
  SQLSERVER,
  /// Oracle.
  ORACLE,
  /// Any other database.
  OTHER;

  /// The dialect of a JDBC URL. Drivers that wrap other drivers have the name of the wrapped one
  /// after their own: `jdbc:p6spy:mysql:`.
  public static SqlDialect of(String url) {
    for (String word : url.toLowerCase(Locale.ROOT).split("[:+]", -1)) {
      if (word.contains("/")) {
        return OTHER;
      }
      SqlDialect named = named(word);
      if (named != OTHER) {
        return named;
      }
    }
    return OTHER;
  }

  private static SqlDialect named(String word) {
    return switch (word) {
      case "postgresql", "postgres", "pgsql", "redshift", "yugabytedb", "edb", "opengauss" ->
          POSTGRESQL;
      case "mysql", "mariadb" -> MYSQL;
      case "sqlite" -> SQLITE;
      case "sqlserver", "jtds", "sybase" -> SQLSERVER;
      case "oracle" -> ORACLE;
      default -> OTHER;
    };
  }

  boolean hasBackslashes() {
    return this == MYSQL;
  }

  boolean hasHashComments() {
    return this == MYSQL;
  }

  boolean nestsComments() {
    return this == POSTGRESQL || this == SQLSERVER || this == OTHER;
  }

  boolean hasDollarQuotes() {
    return this == POSTGRESQL || this == OTHER;
  }

  boolean hasBackticks() {
    return this == MYSQL || this == SQLITE || this == OTHER;
  }

  boolean hasBrackets() {
    return this == SQLSERVER || this == SQLITE;
  }

  boolean hasQuestionOperators() {
    return this == POSTGRESQL;
  }
}
