package dev.takt.driver.jdbc.sql;

import dev.takt.driver.jdbc.sql.SqlToken.Kind;
import java.util.List;

/// Checks that apply to the text of every statement.
public final class SqlStatement {

  private SqlStatement() {}

  /// Checks a statement without generated values.
  ///
  /// @throws IllegalArgumentException if the database would execute none of it, or only a part
  public static void check(String sql, SqlDialect dialect) {
    check(SqlLexer.tokens(sql, dialect), dialect);
  }

  static void check(List<SqlToken> tokens, SqlDialect dialect) {
    if (tokens.stream().noneMatch(SqlToken::isCode)) {
      throw new IllegalArgumentException(
          "there is no statement: only comments, spaces or semicolons");
    }
    if (dialect == SqlDialect.SQLITE && isSeveral(tokens)) {
      throw new IllegalArgumentException(
          "SQLite's driver executes only the first of several statements: give each on its own");
    }
  }

  /// Semicolons in the body of a trigger do not separate statements.
  private static boolean isSeveral(List<SqlToken> tokens) {
    boolean ended = false;
    for (SqlToken each : tokens) {
      if (each.kind() == Kind.WORD && each.text().equalsIgnoreCase("trigger")) {
        return false;
      }
      if (ended && each.isCode()) {
        return true;
      }
      ended |= each.kind() == Kind.OTHER && each.text().equals(";");
    }
    return false;
  }
}
